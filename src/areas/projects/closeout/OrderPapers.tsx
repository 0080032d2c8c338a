import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { download } from "#web/kit/api.ts";
import { uploadTo } from "#web/kit/form/DropZone.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ContractorPapers } from "./contractor.model.ts";
import { paperStatuses } from "./paper.labels.ts";

const HandInDialog = dialogOnDemand(async () => (await import("./HandInDialog.tsx")).HandInDialog);

type Paper = ContractorPapers["papers"][number];

const open = (path: string, id: string) =>
  void download(`${path}/closeout-files/${id}`).catch((error: unknown) =>
    notify.failed("The file could not be opened", error),
  );

const detailOf = (paper: Paper): string =>
  [
    paper.party,
    paper.dueOn && `${paper.late ? "was due" : "due"} ${formatDate(paper.dueOn)}`,
    paper.validUntil && `warranty until ${formatDate(paper.validUntil)}`,
    paper.certificateNo && `number ${paper.certificateNo}`,
    paper.note,
  ]
    .filter(Boolean)
    .join(", ");

function Owed({ path, paper, onHandIn }: { path: string; paper: Paper; onHandIn: () => void }) {
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <span>
          {paper.title} <span className="mono text-12 text-t3">{paper.number}</span>
        </span>
        <StatusBadge statuses={paperStatuses} status={paper.status} />
      </span>
      <span className="text-13 text-t2">{detailOf(paper)}</span>
      {paper.status === "back" && <span className="text-13">{paper.statusReason}</span>}
      <span className="flex flex-wrap gap-3 empty:hidden">
        {(paper.status === "asked" || paper.status === "back") && (
          <button
            type="button"
            className="btn btn-small"
            aria-label={`Hand in ${paper.number}`}
            onClick={onHandIn}
          >
            Hand in
          </button>
        )}
        {paper.files.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => open(path, id)}
          >
            {name}
          </button>
        ))}
      </span>
    </li>
  );
}

/** The papers that a contractor hands over under one of its orders; nothing where none is asked for. */
export function OrderPapers({ orgId, orderId }: { orgId: string; orderId: string }) {
  const [giving, setGiving] = useState<Paper | null>(null);
  const path = `/api/v1/vendor-orders/${orgId}/${orderId}`;
  const { data } = useGet<ContractorPapers>("vendor-orders", `${path}/closeout-papers`);
  if (!data || data.papers.length === 0) return null;
  return (
    <Panel title="Closeout papers" flush>
      <ul>
        {data.papers.map((paper) => (
          <Owed key={paper.id} path={path} paper={paper} onHandIn={() => setGiving(paper)} />
        ))}
      </ul>
      {giving && (
        <HandInDialog
          paper={giving}
          path={`${path}/closeout-papers/${giving.id}/actions/handIn`}
          nouns={["vendor-orders", "vendor-overview"]}
          upload={uploadTo(`${path}/closeout-files`)}
          description="The agency looks at it and accepts it, or sends it back with the reason."
          onClose={() => setGiving(null)}
        />
      )}
    </Panel>
  );
}
