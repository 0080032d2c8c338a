import { counted } from "#kernel/words.ts";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AuditDetail } from "../audit/audit.model.ts";
import type { ListedPapers } from "../paper/listed.model.ts";

type Listed = ListedPapers["items"][number];

function PaperLine({ of, at }: { of: Listed; at: string }) {
  const take = (format: "pdf" | "csv") =>
    download(`${at}/${of.kind}?format=${format}`).catch((error: unknown) =>
      notify.failed("The paper did not come", error),
    );
  return (
    <li className="panel grid gap-2">
      <h3>{of.title}</h3>
      <p className="text-t2">{counted(of.parts, "part")}</p>
      {of.lacks.length > 0 ? (
        <>
          <p>It is not made before this is there:</p>
          <ul className="list-disc pl-5">
            {of.lacks.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => void take("pdf")}>
            PDF of {of.title}
          </button>
          <button type="button" className="btn" onClick={() => void take("csv")}>
            CSV
          </button>
        </p>
      )}
    </li>
  );
}

/** The papers of an audit: its team's before the issue, everybody's afterwards. */
export function Papers({ audit }: { audit: AuditDetail }) {
  const at = `/api/v1/audits/${audit.id}/papers`;
  const { data } = useGet<ListedPapers>("audits", at, { enabled: audit.papers });
  if (!audit.papers) return <p className="text-t2">Papers are read once the report is issued.</p>;
  return (
    <section className="grid gap-3">
      <h2>Papers</h2>
      <ul className="grid gap-3">
        {(data?.items ?? []).map((of) => (
          <PaperLine key={of.kind} of={of} at={at} />
        ))}
      </ul>
    </section>
  );
}
