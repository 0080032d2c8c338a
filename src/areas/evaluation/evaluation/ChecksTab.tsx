import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { checkResults } from "./evaluation.labels.ts";
import type { BidView, EvaluationDetail } from "./evaluation.model.ts";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { useEvaluationAction } from "./Panels.tsx";

type Check = BidView["checks"][number];
type Result = NonNullable<Check["result"]>;

function CheckRow({
  check,
  open,
  onSet,
}: {
  check: Check;
  open: boolean;
  onSet: (result: Result) => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-2 last:border-0">
      <span className="min-w-48 flex-1">
        {check.label}
        {check.mandatory && <small className="ml-2 text-t3">mandatory</small>}
        {check.answer && <small className="block text-t3">{check.answer}</small>}
        {check.note && <small className="block text-t2">{check.note}</small>}
      </span>
      {open ? (
        <select
          className="field-control w-44"
          aria-label={check.label}
          value={check.result ?? ""}
          onChange={(event) => onSet(event.target.value as Result)}
        >
          <option value="" disabled>
            Not checked
          </option>
          {Object.entries(checkResults).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : check.result ? (
        <Badge
          tone={check.result === "not_met" ? "danger" : "success"}
          label={checkResults[check.result]}
        />
      ) : (
        <Badge tone="neutral" label="Not checked" />
      )}
    </li>
  );
}

function Responsible({
  e,
  bid,
  onClose,
}: {
  e: EvaluationDetail;
  bid: BidView;
  onClose: () => void;
}) {
  const [values, setValues] = useState({
    references: bid.responsibility?.references ?? "",
    capacity: bid.responsibility?.capacity ?? "",
    performance: bid.responsibility?.performance ?? "",
    reason: bid.responsibleReason,
  });
  const { post } = useEvaluationAction(e.id);
  const send = (responsible: boolean) =>
    post(
      "decide-responsible",
      { bidId: bid.bidId, responsible, ...values },
      responsible ? "Responsible" : "Not responsible",
      onClose,
    );
  const area = (name: keyof typeof values, label: string) => (
    <label className="field">
      <span className="label">{label}</span>
      <textarea
        className="field-control"
        rows={2}
        maxLength={4000}
        value={values[name]}
        onChange={(event) => setValues((old) => ({ ...old, [name]: event.target.value }))}
      />
    </label>
  );
  return (
    <Dialog
      onClose={onClose}
      title={`Is ${bid.vendorName} responsible?`}
      description="Integrity, public policy, past performance, means (2 CFR 200.318(h)). The exclusion screening is taken from the vendor's record."
      footer={
        <>
          <button type="button" className="btn btn-danger" onClick={() => send(false)}>
            Not responsible
          </button>
          <button type="button" className="btn btn-primary" onClick={() => send(true)}>
            Responsible
          </button>
        </>
      }
    >
      <div className="grid gap-3">
        {area("references", "References: who was asked, what they said")}
        {area("capacity", "Capacity: people, equipment, money")}
        {area("performance", "Past performance")}
        {area("reason", "Reason, where it is not responsible")}
      </div>
    </Dialog>
  );
}

function Standing({ e, bid, onClose }: { e: EvaluationDetail; bid: BidView; onClose: () => void }) {
  const [preferred, setPreferred] = useState(bid.preferred);
  const [counts, setCounts] = useState(bid.counts);
  const { post } = useEvaluationAction(e.id);
  return (
    <TextDialog
      title={`Preference and goal: ${bid.vendorName}`}
      label="Evidence"
      confirm="Save"
      initial={bid.standingNote}
      onClose={onClose}
      onConfirm={(note) =>
        post("decide-standing", { bidId: bid.bidId, preferred, counts, note }, "Saved", onClose)
      }
    >
      <label className="check">
        <input
          type="checkbox"
          checked={preferred}
          onChange={(event) => setPreferred(event.target.checked)}
        />
        <span>
          Has the local preference
          <small>Others are judged at their price plus the preference.</small>
        </span>
      </label>
      <label className="check mb-3">
        <input
          type="checkbox"
          checked={counts}
          onChange={(event) => setCounts(event.target.checked)}
        />
        <span>Counts toward a goal share</span>
      </label>
    </TextDialog>
  );
}

function Bid({ e, bid, open }: { e: EvaluationDetail; bid: BidView; open: boolean }) {
  const { timeZone } = useAgency();
  const { post } = useEvaluationAction(e.id);
  const [asking, setAsking] = useState<
    | null
    | { kind: "no" | "responsible" | "standing" }
    | { kind: "note"; check: Check; result: Result }
  >(null);
  const close = () => setAsking(null);
  const set = (check: Check, result: Result, note = "") =>
    post(
      "check",
      { bidId: bid.bidId, item: check.item, result, note },
      `${check.label}: ${checkResults[result].toLowerCase()}`,
      close,
    );
  const screening = bid.responsibility?.screening;
  return (
    <Panel
      title={bid.vendorName}
      flush
      aside={
        bid.responsive === null ? "not decided" : bid.responsive ? "responsive" : "not responsive"
      }
    >
      <ul>
        {bid.checks.map((check) => (
          <CheckRow
            key={check.item}
            check={check}
            open={open}
            onSet={(result) =>
              result === "met" || result === "not_applicable"
                ? set(check, result)
                : setAsking({ kind: "note", check, result })
            }
          />
        ))}
      </ul>
      <div className="grid gap-2 border-t border-hair px-4 py-3">
        {(bid.responsiveReason || bid.responsibleReason) && (
          <p className="text-t2">
            {bid.responsiveReason} {bid.responsibleReason}
          </p>
        )}
        {bid.responsibility && (
          <p className="text-13 text-t2">
            Exclusion screening: {screening?.result ?? "none"}
            {screening?.at && `, ${formatInstant(screening.at, timeZone)}`}. References:{" "}
            {bid.responsibility.references || "—"}.
          </p>
        )}
        {open && (
          <div className="flex flex-wrap gap-2">
            {bid.checks.some((check) => check.result === null) && (
              <button
                type="button"
                className="btn"
                onClick={() =>
                  post("check-all", { bidId: bid.bidId }, "What was not checked yet is met")
                }
              >
                All met<span className="visually-hidden">: {bid.vendorName}</span>
              </button>
            )}
            <button
              type="button"
              className="btn"
              onClick={() =>
                post(
                  "decide-responsive",
                  { bidId: bid.bidId, responsive: true, reason: "" },
                  "Responsive",
                )
              }
            >
              Responsive<span className="visually-hidden"> {bid.vendorName}</span>
            </button>
            <button type="button" className="btn" onClick={() => setAsking({ kind: "no" })}>
              Not responsive<span className="visually-hidden"> {bid.vendorName}</span>
            </button>
            <button
              type="button"
              className="btn"
              onClick={() => setAsking({ kind: "responsible" })}
            >
              Responsibility<span className="visually-hidden"> of {bid.vendorName}</span>
            </button>
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => setAsking({ kind: "standing" })}
            >
              Preference and goal<span className="visually-hidden"> of {bid.vendorName}</span>
            </button>
          </div>
        )}
      </div>
      {asking?.kind === "note" && (
        <TextDialog
          title={asking.check.label}
          label={asking.result === "minor" ? "Why it may be waived" : "What is missing"}
          confirm={checkResults[asking.result]}
          onClose={close}
          onConfirm={(note) => set(asking.check, asking.result, note)}
        />
      )}
      {asking?.kind === "no" && (
        <TextDialog
          title={`${bid.vendorName} is not responsive`}
          label="Reason; the bidder is told"
          confirm="Not responsive"
          least={5}
          onClose={close}
          onConfirm={(reason) =>
            post(
              "decide-responsive",
              { bidId: bid.bidId, responsive: false, reason },
              "Not responsive",
              close,
            )
          }
        />
      )}
      {asking?.kind === "responsible" && <Responsible e={e} bid={bid} onClose={close} />}
      {asking?.kind === "standing" && <Standing e={e} bid={bid} onClose={close} />}
    </Panel>
  );
}

const checking = new Set(["individual_scoring", "locked", "consensus", "price_opened", "ranked"]);

/**
 * Responsiveness (the checklist) and responsibility (the bidder), decided bid by bid by who runs
 * the evaluation.
 */
export function ChecksTab({ e }: { e: EvaluationDetail }) {
  return e.content!.bids.map((bid) => (
    <Bid key={bid.bidId} e={e} bid={bid} open={e.canManage && checking.has(e.status)} />
  ));
}
