import { useState } from "react";
import { useParams } from "react-router";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { changeStatuses } from "../change/change.labels.ts";
import { MoreAndLess } from "../change/ChangePanels.tsx";
import { claimStatuses, clockWords, type ClockUnit } from "../claim/claim.labels.ts";
import { PortalDuties } from "./PortalDuties.tsx";
import type { VendorChange, VendorClaim, VendorFile } from "./vendor-change.model.ts";
import type { Doing } from "./VendorDialogs.tsx";

const VendorDialog = dialogOnDemand(async () => (await import("./VendorDialogs.tsx")).VendorDialog);
type Do = (what: Doing) => void;

const open = ["proposed", "reviewed", "priced", "funds_checked", "in_approval", "approved"];

function Change({ change: x, onDo }: { change: VendorChange; onDo: Do }) {
  return (
    <Panel
      title={`${x.number} ${x.title}`}
      aside={<StatusBadge statuses={changeStatuses} status={x.status} />}
    >
      <div className="grid gap-3">
        <p className="text-t2">{x.reason}</p>
        <MoreAndLess lines={x.lines} sums={x} />
        {x.statusReason && <p className="text-t2">Why: {x.statusReason}</p>}
        {x.side === "vendor" && open.includes(x.status) && (
          <p>
            <button
              type="button"
              className="btn btn-small"
              onClick={() => onDo({ what: "withdraw", change: x })}
            >
              Withdraw
            </button>
          </p>
        )}
      </div>
    </Panel>
  );
}

function Said({ claim: x }: { claim: VendorClaim }) {
  return (
    <>
      {x.late && (
        <p className="text-warning">
          Your notice came on {formatDate(x.noticedOn)}; it was due on {formatDate(x.noticeDueOn!)}.
          It is taken all the same.
        </p>
      )}
      <p className="text-t2">{x.narrative}</p>
      <ul className="grid gap-1">
        {x.issues.map((i) => (
          <li key={i.id}>
            {i.title}: {formatCents(i.claimed)}
            {i.claimedDays > 0 && `, ${counted(i.claimedDays, "day")}`}
            <small className="block text-t2">
              {i.offered !== null && `Offered ${formatCents(i.offered)}. `}
              {i.settled !== null && `Settled ${formatCents(i.settled)}.`}
            </small>
          </li>
        ))}
      </ul>
      {x.decision && <p className="text-t2">Decision: {x.decision}</p>}
      {x.appeal && <p className="text-t2">Your appeal: {x.appeal}</p>}
      {x.statusReason && <p className="text-t2">Closed: {x.statusReason}</p>}
    </>
  );
}

function Claim({ claim: x, onDo }: { claim: VendorClaim; onDo: Do }) {
  const button = (label: string, what: "submit" | "appeal" | "close") => (
    <button type="button" className="btn btn-small" onClick={() => onDo({ what, claim: x })}>
      {label}
    </button>
  );
  return (
    <Panel
      title={`${x.number} ${x.title}`}
      aside={<StatusBadge statuses={claimStatuses} status={x.status} />}
    >
      <div className="grid gap-3">
        <Said claim={x} />
        <p className="flex flex-wrap gap-2">
          {x.status === "noticed" && button("Submit", "submit")}
          {(x.status === "part" || x.status === "denied") && button("Appeal", "appeal")}
          {["noticed", "submitted", "under_review", "denied", "appealed"].includes(x.status) &&
            button("Pursue no more", "close")}
        </p>
      </div>
    </Panel>
  );
}

const clocksOf = ({ clocks: c }: VendorFile): string | null => {
  if (!c || c.noticeDays === null) return null;
  const words = (days: number, unit: ClockUnit) => clockWords({ days, unit, count: c.dayCount });
  const more =
    c.submitDays === null ? "" : `, and submit it within ${words(c.submitDays, c.submitIn)}`;
  return `The contract asks for notice within ${words(c.noticeDays, c.noticeIn)} after it happened or was known${more}. ${c.citation}`;
};

function File({ file, onDo }: { file: VendorFile; onDo: Do }) {
  const running = file.status === "active" || file.status === "suspended";
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {running && (
          <button type="button" className="btn" onClick={() => onDo({ what: "propose" })}>
            Propose a change
          </button>
        )}
        {file.status !== "out_for_signature" && (
          <button type="button" className="btn" onClick={() => onDo({ what: "notice" })}>
            Give notice of a claim
          </button>
        )}
      </div>
      {clocksOf(file) && <p className="text-13 text-t2">{clocksOf(file)}</p>}
      {file.changes.length + file.claims.length === 0 && (
        <p className="text-t2">No change orders and no claims yet.</p>
      )}
      {file.changes.map((x) => (
        <Change key={x.id} change={x} onDo={onDo} />
      ))}
      {file.claims.map((x) => (
        <Claim key={x.id} claim={x} onDo={onDo} />
      ))}
    </>
  );
}

/** One contract of the vendor's: its change orders and its claims. */
export default function PortalContractFile() {
  const { orgId = "", id = "" } = useParams();
  const [doing, setDoing] = useState<Doing | null>(null);
  const path = `/api/v1/vendor-contracts/${orgId}/${id}`;
  const file = useGet<VendorFile>("contracts", path);
  return (
    <PortalFrame
      title={file.data ? `${file.data.number} ${file.data.title}` : "Contract"}
      sub="What you owe, insurance and bonds, change orders, claims"
    >
      {file.isPending ? (
        <RecordSkeleton />
      ) : file.data ? (
        <>
          {file.data.status !== "out_for_signature" && <PortalDuties path={path} orgId={orgId} />}
          <File file={file.data} onDo={setDoing} />
        </>
      ) : (
        <ErrorPanel error={file.error} what="This contract" />
      )}
      {doing && (
        <VendorDialog doing={doing} path={path} orgId={orgId} onClose={() => setDoing(null)} />
      )}
    </PortalFrame>
  );
}
