import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { TransferRow } from "./code.model.ts";
import { TransferTable } from "./TransferTable.tsx";

function Waits() {
  const { data, error } = useList<TransferRow>(
    "cost-transfers",
    "/api/v1/cost-transfers?status=asked&limit=1",
  );
  if (error) return <ErrorPanel error={error} what="What waits" />;
  if (!data) return null;
  const waiting = data.total ?? 0;
  return (
    <Finding
      parts={
        waiting > 0
          ? [
              {
                text: `${counted(waiting, "transfer waits", "transfers wait")} for approval`,
                to: `${pathTo("costTransfers")}?status=asked`,
              },
            ]
          : []
      }
      none="No transfer waits."
    />
  );
}

/** /projects/transfers: what waits for approval, and every transfer. */
export default function TransfersPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Transfers between codes</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>By number</h2>
        <TransferTable />
      </section>
    </div>
  );
}
