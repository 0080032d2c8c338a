import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { PayrollRow } from "./payroll.model.ts";
import { PayrollTable } from "./PayrollTable.tsx";

function Waits() {
  const { data, error } = useList<PayrollRow>(
    "/api/v1/certified-payrolls",
    "status=submitted&limit=1",
  );
  if (error) return <ErrorPanel error={error} what="Payrolls to be checked" />;
  if (!data) return null;
  const total = data.total ?? 0;
  return (
    <Finding
      parts={
        total > 0
          ? [
              {
                text: `${counted(total, "payroll waits", "payrolls wait")} to be checked`,
                to: `${pathTo("certifiedPayrolls")}?status=submitted`,
              },
            ]
          : []
      }
      none="No payroll waits to be checked."
    />
  );
}

/** /projects/payrolls: what waits to be checked, and every certified payroll. */
export default function PayrollsPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Certified payrolls</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>By week</h2>
        <PayrollTable />
      </section>
    </div>
  );
}
