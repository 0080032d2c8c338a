import { FileUp } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { PunchTable } from "./PunchTable.tsx";
import type { PunchRow } from "./punch.model.ts";

const path = "/api/v1/punch-items";

function Waits() {
  const late = useList<PunchRow>(path, "late=true&limit=1");
  const done = useList<PunchRow>(path, "status=done&limit=1");
  const error = late.error ?? done.error;
  if (error) return <ErrorPanel error={error} what="The punch items" />;
  if (!late.data || !done.data) return null;
  const [past, verify] = [late.data.total ?? 0, done.data.total ?? 0];
  const page = pathTo("punchItems");
  return (
    <Finding
      parts={[
        ...(past > 0
          ? [
              {
                text: `${counted(past, "item is", "items are")} past the day`,
                to: `${page}?late=true`,
              },
            ]
          : []),
        ...(verify > 0
          ? [
              {
                text: `${counted(verify, "item waits", "items wait")} to be verified`,
                to: `${page}?status=done`,
              },
            ]
          : []),
      ]}
      none="Nothing is past its day, and nothing waits to be verified."
    />
  );
}

/** /projects/punch: what is late, what waits to be verified, and every punch item. */
export default function PunchItemsPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Punch items</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">By place</h2>
          <Held permission="punchItem.edit" what="Import">
            <Link className="btn" to={pathTo("punchImport")}>
              <FileUp aria-hidden="true" />
              Import
            </Link>
          </Held>
        </div>
        <PunchTable />
      </section>
    </div>
  );
}
