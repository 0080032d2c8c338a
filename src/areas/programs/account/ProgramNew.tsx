import { pathTo } from "#areas.ts";
import { dateIn } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { useNow } from "#web/kit/now.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { accessProgramForm } from "./program.form.ts";
import { ProgramFields } from "./ProgramFields.tsx";

const yearMs = 365 * 86_400_000;

/** /api-connectors/programs/new: a program is set up, without a key. */
export default function ProgramNew() {
  const { me } = useAuth();
  const { timeZone } = useAgency();
  const now = useNow();
  return (
    <NewRecord
      form={accessProgramForm}
      draft="program-new"
      known={{
        ownerId: me?.person.id,
        endsOn: dateIn(new Date(now + yearMs).toISOString(), timeZone),
      }}
      wide={false}
      title="New program"
      submitLabel="Set up the program"
      list={pathTo("apiConnectors")}
      page={(id) => pathTo("program", { id })}
      saved={() =>
        notify.done("Set up", "Who answers for it makes its key on the page of the program.")
      }
    >
      <ProgramFields ownerName={me?.person.displayName ?? null} />
    </NewRecord>
  );
}
