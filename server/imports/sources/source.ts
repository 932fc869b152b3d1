/** A system that people come from: its readers know its export format and nothing else. */
import type { JsonObject } from '../json.ts';
import type { ForeignPerson } from '../person.ts';

/** Firebase's parameters of the project, which its export does not have. */
export interface FirebaseHash {
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memoryCost: number;
}

export interface ReadingOptions {
  readonly firebase?: FirebaseHash | undefined;
}

/** What the file says of all its people, before them: fields of the object that has the list, by name. */
export type Surrounding = Readonly<Record<string, string>>;

export interface JsonSource {
  readonly name: string;
  /** Whether an object of the file is of this system: by its content. */
  readonly recognises: (object: JsonObject) => boolean;
  /** A reader may keep what earlier objects say, so each file has its own. @returns undefined for an object that is no person */
  readonly reader: (options: ReadingOptions) => (object: JsonObject, surrounding: Surrounding) => ForeignPerson | undefined;
}
