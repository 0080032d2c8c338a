import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { ProjectStanding } from "../project/project.model.ts";
import { PayTable } from "./PayTable.tsx";

function Waits() {
  const { data, error } = useGet<ProjectStanding>("projects", "/api/v1/project-standing");
  if (error) return <ErrorPanel error={error} what="What waits" />;
  if (!data) return null;
  const { toCertify } = data;
  return (
    <Finding
      parts={
        toCertify > 0
          ? [
              {
                text: `${counted(toCertify, "pay application waits", "pay applications wait")} to be certified`,
                to: `${pathTo("payApplications")}?status=submitted`,
              },
            ]
          : []
      }
      none="No pay application waits."
    />
  );
}

/** /projects/pay: what waits to be certified, and every application. */
export default function PayPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Pay applications</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>By number</h2>
        <PayTable />
      </section>
    </div>
  );
}
