import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { ProgramFields } from "./ProgramFields.tsx";
import { programForm } from "./program.form.ts";
import type { ProgramDetail } from "./program.model.ts";

/** Changes a program that is not published yet. */
export default function ProgramEdit() {
  return (
    <EditRecord<ProgramDetail>
      form={programForm}
      draft="grant-program"
      what="This program"
      submitLabel="Save program"
      may={() => true}
      page={(id) => pathTo("grantProgram", { id })}
    >
      {() => <ProgramFields />}
    </EditRecord>
  );
}
