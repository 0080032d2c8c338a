import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { fileSize } from "#web/kit/form/DropZone.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { criterionKinds, requirementKinds } from "./solicitation.labels.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";

type Content = Pick<
  SolicitationDetail,
  | "id"
  | "kind"
  | "summary"
  | "description"
  | "lots"
  | "items"
  | "criteria"
  | "requirements"
  | "documents"
  | "clauses"
  | "addendaList"
  | "questions"
>;

function ItemRows({ items }: { items: Content["items"] }) {
  return (
    <tbody>
      {items.map((item) => (
        <tr key={item.id}>
          <td className="mono text-t3">{item.itemNo}</td>
          <td>
            {item.description}
            {item.alternates && <span className="ml-2 text-12 text-t3">or equal</span>}
            {item.optional && <span className="ml-2 text-12 text-t3">option</span>}
          </td>
          <td className="mono">{item.commodityCode ?? "—"}</td>
          <td className="num">{shownDecimal(item.quantity)}</td>
          <td>{item.unit}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** Lots and items as everybody reads them. */
export function ItemsPanel({ s }: { s: Content }) {
  const groups = s.lots.length
    ? s.lots.map((lot) => ({ lot, items: s.items.filter((item) => item.lotId === lot.id) }))
    : [{ lot: null, items: s.items }];
  if (s.items.length === 0)
    return (
      <Panel title="Items">
        <p className="text-t2">No items.</p>
      </Panel>
    );
  return (
    <>
      {groups.map(({ lot, items }) => (
        <Panel
          key={lot?.id ?? "all"}
          title={lot ? `Lot ${lot.lotNo}: ${lot.title}` : "Items"}
          aside={<span className="text-t3">{counted(items.length, "item")}</span>}
          flush
        >
          {lot?.description && <p className="px-4 pt-3 text-t2">{lot.description}</p>}
          <div
            className="overflow-x-auto"
            tabIndex={0}
            role="region"
            aria-label={lot ? `Items of lot ${lot.lotNo}` : "Items"}
          >
            <table className="ledger">
              <thead>
                <tr>
                  <th scope="col">No.</th>
                  <th scope="col">Description</th>
                  <th scope="col">Commodity</th>
                  <th scope="col" className="num">
                    Quantity
                  </th>
                  <th scope="col">Unit</th>
                </tr>
              </thead>
              <ItemRows items={items} />
            </table>
          </div>
        </Panel>
      ))}
    </>
  );
}

/** Scope, what must be answered, and how it is decided. */
export function ScopePanels({ s, documents }: { s: Content; documents: ReactNode }) {
  return (
    <>
      <Panel title={s.kind === "rfi" ? "Background" : "Scope"}>
        {s.summary && <p className="text-16">{s.summary}</p>}
        {s.description ? (
          <p className="mt-3 whitespace-pre-wrap text-t2">{s.description}</p>
        ) : (
          !s.summary && <p className="text-t2">Not described yet.</p>
        )}
      </Panel>
      {documents}
      {s.requirements.length > 0 && (
        <Panel title={s.kind === "rfi" ? "Questions" : "Answers and documents asked for"} flush>
          <ul className="rows">
            {s.requirements.map((r) => (
              <li key={r.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-3">
                <span className="min-w-0 flex-1">
                  {r.label}
                  {r.guidance && <small className="block text-13 text-t3">{r.guidance}</small>}
                </span>
                <span className="text-13 text-t2">
                  {requirementKinds[r.kind]}
                  {r.mandatory ? ", required" : ""}
                  {r.envelope === "price" ? ", in the price envelope" : ""}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {s.criteria.length > 0 && (
        <Panel title="Criteria" flush>
          <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Criteria">
            <table className="ledger">
              <thead>
                <tr>
                  <th scope="col">Criterion</th>
                  <th scope="col">Kind</th>
                  <th scope="col" className="num">
                    Scored up to
                  </th>
                  <th scope="col" className="num">
                    Weight
                  </th>
                </tr>
              </thead>
              <tbody>
                {s.criteria.map((c) => (
                  <tr key={c.id}>
                    <td>
                      {c.name}
                      {c.guidance && <small className="block text-13 text-t3">{c.guidance}</small>}
                    </td>
                    <td>{criterionKinds[c.kind]}</td>
                    <td className="num">{c.maxScore}</td>
                    <td className="num">{shownDecimal(c.weight)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <td colSpan={3}>Together</td>
                  <td className="num">{s.criteria.reduce((n, c) => n + Number(c.weight), 0)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        </Panel>
      )}
    </>
  );
}

/** The documents for bidders; `href` gives where one is loaded from. */
export function DocumentsPanel({
  documents,
  onLoad,
}: {
  documents: Content["documents"];
  onLoad: (document: Content["documents"][number]) => void;
}) {
  if (documents.length === 0) return null;
  return (
    <Panel title="Documents" flush>
      <ul className="rows">
        {documents.map((d) => (
          <li key={d.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <button type="button" className="btn btn-quiet btn-small" onClick={() => onLoad(d)}>
              <Download aria-hidden="true" />
              {d.title}
            </button>
            <span className="text-13 text-t3">
              {d.name}, {fileSize(d.size)}
            </span>
            {d.addendumNo !== null && <Badge tone="info" label={`Addendum ${d.addendumNo}`} />}
            <span className="mono ml-auto text-12 text-t3" title={d.sha256}>
              {d.sha256.slice(0, 12)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Addenda, newest first, with what each changed. */
export function AddendaPanel({ s, timeZone }: { s: Content; timeZone: string }) {
  if (s.addendaList.length === 0)
    return (
      <Panel title="Addenda">
        <p className="text-t2">Nothing has been changed since publication.</p>
      </Panel>
    );
  return (
    <>
      {s.addendaList.map((a) => (
        <Panel
          key={a.id}
          title={`Addendum ${a.addendumNo}: ${a.title}`}
          aside={
            <span className="flex items-center gap-3 text-13 text-t3">
              {a.material && <Badge tone="warning" label="Material" />}
              {formatInstant(a.publishedAt, timeZone)}
            </span>
          }
        >
          <p className="whitespace-pre-wrap">{a.text}</p>
          {(a.changes.length > 0 || a.dueAfter !== a.dueBefore) && (
            <div className="mt-3">
              <Facts>
                {a.dueAfter !== a.dueBefore && (
                  <Fact label="Due">
                    <s className="text-t3">{formatInstant(a.dueBefore, timeZone)}</s>{" "}
                    {formatInstant(a.dueAfter, timeZone)}
                  </Fact>
                )}
                {a.changes.map((c) => (
                  <Fact key={c.what + c.after} label={c.what}>
                    {c.before && <s className="mr-2 text-t3">{c.before}</s>}
                    {c.after}
                  </Fact>
                ))}
              </Facts>
            </div>
          )}
        </Panel>
      ))}
    </>
  );
}

/**
 * Clauses that the dated rules chose, each with why it is there. `tools` draws what a buyer may do
 * with one.
 */
export function ClausesPanel({
  clauses,
  tools,
}: {
  clauses: Content["clauses"];
  tools?: (clause: Content["clauses"][number]) => ReactNode;
}) {
  if (clauses.length === 0)
    return (
      <Panel title="Clauses">
        <p className="text-t2">No rule asks for a clause.</p>
      </Panel>
    );
  return (
    <Panel title="Clauses" aside={<span className="text-t3">by the rules of the day</span>} flush>
      <ol className="rows">
        {clauses.map((c) => (
          <li key={c.id} className={`grid gap-1 px-4 py-4 ${c.leftOut ? "text-t3" : ""}`}>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <b className={`font-medium ${c.leftOut ? "line-through" : ""}`}>{c.title}</b>
              <span className="text-13 text-t3">{c.citation}</span>
              {!c.verified && <Badge tone="neutral" label="Not verified" />}
              <span className="ml-auto">{tools?.(c)}</span>
            </div>
            <p className="text-14">{c.text}</p>
            <p className="text-13 text-t3">
              {c.leftOut ? `Left out: ${c.leftOut}` : `Because of: ${c.because}`}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
