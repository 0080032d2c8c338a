import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { logForm } from "./log-form.ts";
import { LogFields } from "./LogFields.tsx";
import type { LogDetail, LogStart } from "./log.model.ts";

function Fields({ log }: { log: LogDetail }) {
  const { data } = useGet<LogStart>("daily-logs", `/api/v1/projects/${log.projectId}/log-start`);
  if (!data) return <RecordSkeleton />;
  const known = new Set(data.lines.map((line) => line.purchaseOrderLineId));
  // A line whose order was closed meanwhile stays where it stands.
  const gone = log.quantities
    .filter((each) => !known.has(each.purchaseOrderLineId))
    .map((each) => ({ ...each, logged: each.quantity }));
  return <LogFields lines={[...data.lines, ...gone]} today={data.today} />;
}

/** Changes a log that is not locked. */
export default function LogEdit() {
  return (
    <EditRecord<LogDetail>
      form={logForm}
      draft="daily-log"
      what="This log"
      name={(log) => `the log of ${formatDate(log.day)}`}
      nouns={["projects"]}
      may={({ canEdit }) => canEdit}
      closed="Its author changes it until a day after it was submitted. Then it is amended."
      opens="Open the log"
      page={(id) => pathTo("dailyLog", { id })}
    >
      {(log) => <Fields log={log} />}
    </EditRecord>
  );
}
