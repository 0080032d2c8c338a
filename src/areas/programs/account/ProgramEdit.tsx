import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { accessProgramForm } from "./program.form.ts";
import type { ProgramRecord } from "./program.model.ts";
import { ProgramFields } from "./ProgramFields.tsx";

/** /api-connectors/programs/:id/edit: what a program is for, may do, and who answers for it. */
export default function ProgramEdit() {
  return (
    <EditRecord<ProgramRecord>
      form={accessProgramForm}
      draft="program"
      wide={false}
      what="The program"
      may={() => true}
      heading={({ name }) => (
        <>
          <h1>Change {name}</h1>
          <p className="notice">
            Whoever you name anew gets the program without keys: who answered for it before knows
            them.
          </p>
        </>
      )}
      saved={(_saved, { name, ownerId }, before) =>
        notify.done(
          "Saved",
          ownerId === (before as ProgramRecord).ownerId
            ? String(name)
            : "Its keys were revoked: who answers for it makes new ones.",
        )
      }
      page={(id) => pathTo("program", { id })}
    >
      {({ ownerName }) => <ProgramFields ownerName={ownerName} />}
    </EditRecord>
  );
}
