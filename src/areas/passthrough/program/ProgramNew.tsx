import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { ProgramFields } from "./ProgramFields.tsx";
import { programForm } from "./program.form.ts";

/** Drafts a grant program of the agency's own. */
export default function ProgramNew() {
  return (
    <NewRecord
      form={programForm}
      draft="grant-program-new"
      title="New grant program"
      submitLabel="Save program"
      list="/grant-management?tab=reviewer"
      page={(id) => pathTo("grantProgram", { id })}
    >
      <ProgramFields />
    </NewRecord>
  );
}
