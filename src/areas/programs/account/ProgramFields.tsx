import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { ScopeTree } from "./ScopeTree.tsx";

type Person = { id: string; name: string; email: string };

/** The fields of a program, for a new one and for a change. */
export function ProgramFields({ ownerName }: { ownerName: string | null }) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        maxLength={80}
        hint="As the history shows it, such as Finance data warehouse."
      />
      <TextArea name="purpose" label="What it is for" required rows={2} maxLength={500} />
      <FormRow>
        <Combobox<Person>
          name="ownerId"
          label="Who answers for it"
          required
          path="/api/v1/members"
          query="active=true"
          itemLabel={(person) => person.name}
          itemHint={(person) => person.email}
          currentLabel={ownerName}
          hint="What it does counts as theirs, and they alone see its keys."
        />
        <DateField name="endsOn" label="Last day" required hint="Two years ahead at most." />
      </FormRow>
      <ScopeTree />
    </>
  );
}
