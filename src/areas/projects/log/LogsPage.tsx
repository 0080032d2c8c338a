import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { LogTable } from "./LogTable.tsx";
import type { LogRow } from "./log.model.ts";

function Waits() {
  const { data, error } = useList<LogRow>("/api/v1/daily-logs", "status=draft&mine=true&limit=1");
  if (error) return <ErrorPanel error={error} what="Your drafts" />;
  if (!data) return null;
  const total = data.total ?? 0;
  return (
    <Finding
      parts={
        total > 0
          ? [
              {
                text: `${counted(total, "log of yours is", "logs of yours are")} not submitted`,
                to: `${pathTo("dailyLogs")}?status=draft&mine=true`,
              },
            ]
          : []
      }
      none="Every log of yours is submitted."
    />
  );
}

/** /projects/logs: drafts of one's own, and every daily log. */
export default function LogsPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Daily logs</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>By day</h2>
        <LogTable />
      </section>
    </div>
  );
}
