import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { PaperTable } from "./PaperTable.tsx";
import type { PaperRow } from "./paper.model.ts";

const path = "/api/v1/closeout-papers";

function Waits() {
  const late = useList<PaperRow>(path, "late=true&limit=1");
  const sent = useList<PaperRow>(path, "status=sent&limit=1");
  const error = late.error ?? sent.error;
  if (error) return <ErrorPanel error={error} what="The closeout papers" />;
  if (!late.data || !sent.data) return null;
  const [past, accept] = [late.data.total ?? 0, sent.data.total ?? 0];
  const page = pathTo("closeoutPapers");
  return (
    <Finding
      parts={[
        ...(past > 0
          ? [
              {
                text: `${counted(past, "paper is", "papers are")} past the day`,
                to: `${page}?late=true`,
              },
            ]
          : []),
        ...(accept > 0
          ? [
              {
                text: `${counted(accept, "paper waits", "papers wait")} to be accepted`,
                to: `${page}?status=sent`,
              },
            ]
          : []),
      ]}
      none="No paper is past its day, and none waits to be accepted."
    />
  );
}

/** /projects/papers: what is late, what waits to be accepted, and every closeout paper. */
export default function PapersPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Closeout papers</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>By whom</h2>
        <PaperTable />
      </section>
    </div>
  );
}
