import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { RfiRow } from "./rfi.model.ts";
import { RfiTable } from "./RfiTable.tsx";

const at = (query: string) => `${pathTo("rfis")}?${query}`;

function Waits() {
  const path = "/api/v1/rfis";
  const ours = useList<RfiRow>(path, "overdue=true&court=agency&limit=1");
  const theirs = useList<RfiRow>(path, "overdue=true&court=contractor&limit=1");
  const error = ours.error ?? theirs.error;
  if (error) return <ErrorPanel error={error} what="What is overdue" />;
  if (!ours.data || !theirs.data) return null;
  const [we, they] = [ours.data.total ?? 0, theirs.data.total ?? 0];
  return (
    <Finding
      parts={[
        ...(we > 0
          ? [
              {
                text: `${counted(we, "RFI is", "RFIs are")} overdue with us`,
                to: at("overdue=true&court=agency"),
              },
            ]
          : []),
        ...(they > 0
          ? [
              {
                text: `${counted(they, "RFI is", "RFIs are")} overdue with contractors`,
                to: at("overdue=true&court=contractor"),
              },
            ]
          : []),
      ]}
      none="No RFI is overdue."
    />
  );
}

/** /projects/rfis: what is overdue with whom, and every question. */
export default function RfisPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>RFIs</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>By day</h2>
        <RfiTable />
      </section>
    </div>
  );
}
