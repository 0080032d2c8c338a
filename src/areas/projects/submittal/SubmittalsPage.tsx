import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { SubmittalRow } from "./submittal.model.ts";
import { SubmittalTable } from "./SubmittalTable.tsx";

const at = (query: string) => `${pathTo("submittals")}?${query}`;

function Waits() {
  const path = "/api/v1/submittals";
  const ours = useList<SubmittalRow>(path, "overdue=true&court=agency&limit=1");
  const theirs = useList<SubmittalRow>(path, "overdue=true&court=contractor&limit=1");
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
                text: `${counted(we, "review is", "reviews are")} overdue with us`,
                to: at("overdue=true&court=agency"),
              },
            ]
          : []),
        ...(they > 0
          ? [
              {
                text: `${counted(they, "submittal is", "submittals are")} not in on the day`,
                to: at("overdue=true&court=contractor"),
              },
            ]
          : []),
      ]}
      none="No submittal is overdue."
    />
  );
}

/** /projects/submittals: what is overdue with whom, and every submittal. */
export default function SubmittalsPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Submittals</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>By number</h2>
        <SubmittalTable />
      </section>
    </div>
  );
}
