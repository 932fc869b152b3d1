export declare const strippedDirectory: string;
export declare function strippedName(source: Buffer): string;
export declare function importStripped(): void;
