import { Lock } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ApiProblem, messageOf } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Progress } from "#web/kit/Progress.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { dropUnfinished, keepUnfinished } from "#web/kit/unfinished.ts";
import { BidAnswers } from "./BidAnswers.tsx";
import {
  type BidDraft,
  contentOfDraft,
  type DraftFile,
  dropDraft,
  type Fault,
  keepDraft,
  readDraft,
} from "./bid-draft.ts";
import { BidPrices } from "./BidPrices.tsx";
import { BidStanding, ProtectionPanel } from "./BidStanding.tsx";
import type { BidDesk } from "./bid.model.ts";
import { OfflineSeal } from "./OfflineSeal.tsx";
import { sealAndSubmit, submitPackage, type SealedBid, type SealStep } from "./seal-bid.ts";

const reason = (error: unknown): string =>
  error instanceof ApiProblem
    ? messageOf(error)
    : error instanceof Error
      ? error.message
      : "Sealing failed.";

const incomplete = "The bid is not complete";
function Faults({ faults, title }: { faults: readonly Fault[]; title: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (faults.length) box.current?.focus();
  }, [faults]);
  if (faults.length === 0) return null;
  return (
    <div ref={box} className="error-summary" tabIndex={-1} role="alert">
      <h2>{title}</h2>
      <ul>
        {faults.slice(0, 20).map((fault) => (
          <li key={fault.path}>
            <a href={`#${fault.path}`}>{fault.message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SealBar({
  desk,
  step,
  onSeal,
}: {
  desk: BidDesk;
  step: SealStep | null;
  onSeal: () => void;
}) {
  return (
    <div className="panel bottom-0 z-10 flex md:sticky flex-wrap items-center gap-3 px-4 py-3">
      {step ? (
        <div className="grid flex-1 gap-1" role="status">
          <span>{step.text} …</span>
          <Progress label={step.text} value={step.part === null ? null : step.part * 100} />
        </div>
      ) : (
        <>
          <p className="min-w-0 flex-1 text-13 text-t2">
            What you type stays in this browser until you seal it.
          </p>
          <button type="button" className="btn btn-primary" onClick={onSeal}>
            <Lock aria-hidden="true" />
            Seal and submit{desk.revisions[0]?.status === "submitted" && " the revision"}
          </button>
        </>
      )}
    </div>
  );
}

function Prepare({
  desk,
  personId,
  onSubmitted,
}: {
  desk: BidDesk;
  personId: string;
  onSubmitted: (sealed: SealedBid) => void;
}) {
  const { id } = desk.solicitation;
  const [draft, setDraft] = useState<BidDraft>(() => readDraft(personId, id));
  const [files, setFiles] = useState<DraftFile[]>([]);
  const [faults, setFaults] = useState<Fault[]>([]);
  const [title, setTitle] = useState(incomplete);
  const [step, setStep] = useState<SealStep | null>(null);
  const byPath = useMemo(
    () => new Map(faults.map((fault) => [fault.path, fault.message])),
    [faults],
  );
  const change = (next: BidDraft) => {
    setDraft(next);
    keepDraft(personId, id, next);
    keepUnfinished(personId, id, {
      title: `Draft of your bid: ${desk.solicitation.number}`,
      detail: desk.solicitation.title,
      agency: desk.agency,
      href: `/vendor-portal/bids/${id}`,
      until: desk.solicitation.dueAt,
    });
  };
  const seal = async () => {
    const content = await contentOfDraft(desk, draft, files);
    if ("faults" in content) {
      setTitle(incomplete);
      return setFaults(content.faults);
    }
    await submit(() => sealAndSubmit(id, content, files, setStep));
  };
  const submit = async (send: () => Promise<SealedBid>) => {
    setFaults([]);
    try {
      onSubmitted(await send());
      dropDraft(personId, id);
      dropUnfinished(personId, id);
    } catch (error) {
      setFaults([{ path: "bid", message: reason(error) }]);
      const late = error instanceof ApiProblem && error.code === "late";
      setTitle(late ? "The bid came too late" : "The bid was not submitted");
      notify.failed(late ? "The bid came too late" : "The bid was not submitted", reason(error));
    } finally {
      setStep(null);
    }
  };
  return (
    <div className="stack" aria-busy={step !== null}>
      <Faults faults={faults} title={title} />
      <BidAnswers
        desk={desk}
        draft={draft}
        files={files}
        faults={byPath}
        onChange={change}
        onFiles={setFiles}
      />
      {desk.items.length > 0 && (
        <BidPrices desk={desk} draft={draft} faults={byPath} onChange={change} />
      )}
      <OfflineSeal
        desk={desk}
        busy={step !== null}
        onPackage={(file) => void submit(() => submitPackage(id, file, setStep))}
      />
      <SealBar desk={desk} step={step} onSeal={() => void seal()} />
    </div>
  );
}

function Desk({ desk, onChanged }: { desk: BidDesk; onChanged: () => void }) {
  const { me } = useAuth();
  const live = desk.revisions[0]?.status === "submitted";
  const [revising, setRevising] = useState(false);
  const [fresh, setFresh] = useState<SealedBid | null>(null);
  const open = desk.mayBid === null && Date.parse(desk.solicitation.dueAt) > Date.parse(desk.now);
  const preparing = open && (!live || revising);
  const submitted = (sealed: SealedBid) => {
    setFresh(sealed);
    setRevising(false);
    notify.done(
      desk.solicitation.protection === "held" ? "Quote submitted" : "Bid submitted and sealed",
      "The receipt is ready.",
    );
    onChanged();
    window.scrollTo({ top: 0 });
  };
  return (
    <div className="record-body !mt-0" data-rail="true">
      <div className="stack min-w-0">
        <BidStanding
          desk={desk}
          fresh={fresh}
          open={open}
          onRevise={preparing ? null : () => setRevising(true)}
          onChanged={onChanged}
        />
        {preparing && me && <Prepare desk={desk} personId={me.person.id} onSubmitted={submitted} />}
        {!open && desk.revisions.length === 0 && (
          <EmptyState kind="no-access" title="You cannot bid here now">
            {desk.mayBid ?? "The deadline has passed."}
          </EmptyState>
        )}
      </div>
      <div className="stack max-lg:order-first">
        <ProtectionPanel desk={desk} />
      </div>
    </div>
  );
}

/**
 * /vendor-portal/bids/:id: the vendor's bid on one solicitation, prepared and sealed in the
 * browser.
 */
export default function BidDeskPage() {
  const { id = "" } = useParams();
  const desk = useGet<BidDesk>(
    "vendor-bids",
    `/api/v1/vendor/solicitations/${encodeURIComponent(id)}/bid`,
  );
  if (desk.isPending)
    return (
      <PortalFrame title="Bid">
        <RecordSkeleton />
      </PortalFrame>
    );
  if (!desk.data)
    return (
      <PortalFrame title="Bid">
        <ErrorPanel
          error={desk.error}
          what="This solicitation"
          onRetry={() => void desk.refetch()}
        />
      </PortalFrame>
    );
  const { solicitation, agency, timeZone, now } = desk.data;
  return (
    <PortalFrame
      title={solicitation.title}
      sub={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="plate-number">{solicitation.number}</span>
          <span>{agency}</span>
          <DeadlineClock
            deadline={solicitation.dueAt}
            label="Due"
            timeZone={timeZone}
            done={solicitation.dueAt < now}
          />
        </span>
      }
    >
      <Desk desk={desk.data} onChanged={() => void desk.refetch()} />
    </PortalFrame>
  );
}
