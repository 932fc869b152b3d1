/** A text field for an address of an application. */
import { FormTextField } from '@src/forms/FormFields.tsx';

export const AddressField = (
  props: Pick<Parameters<typeof FormTextField>[0], 'name' | 'label' | 'hint' | 'rules'> & { readonly name: string },
) => <FormTextField {...props} type="url" autoComplete="off" spellCheck={false} />;
