import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { waiverCourse, waiverCycle, waiverStatuses } from "../waiver/waiver.labels.ts";
import type { WaiverDetail } from "../waiver/waiver.model.ts";

const PermissionDialog = dialogOnDemand(
  async () => (await import("./WaiverDialog.tsx")).PermissionDialog,
);

const look = { statuses: waiverStatuses, course: waiverCourse, actions: waiverCycle.actions };

const finding = (w: WaiverDetail, timeZone: string): string => {
  const end = formatInstant(w.endsAt, timeZone);
  if (w.status === "requested") return `${w.covers} still breaks the control: nobody decided yet.`;
  if (w.status === "approved")
    return "Approved, but it does not hold yet: a rule of a federal award stands behind it, and the awarding agency's written permission is missing.";
  if (w.status === "active")
    return `${w.covers} need not meet the control until ${end}. It never counts as met; then it fails again.`;
  if (w.status === "refused") return `Refused: ${w.answer ?? "no reason was given"}`;
  return `It does not hold any more${w.endedAt ? ` since ${formatInstant(w.endedAt, timeZone)}` : ""}: what it covered counts again.`;
};

const take = (fileId: string) =>
  download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
    notify.failed("Not downloaded", error),
  );

function Waived({ waiver: w }: { waiver: WaiverDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="What is waived">
      <p className="finding">{finding(w, timeZone)}</p>
      <Facts>
        <Fact label="Control">{w.control}</Fact>
        <Fact label="It demands">{w.demands}</Fact>
        <Fact label="Covers">
          {w.href ? (
            <Link className="text-link underline" to={w.href}>
              {w.covers}
            </Link>
          ) : (
            w.covers
          )}
        </Fact>
        <Fact label="Ends">{formatInstant(w.endsAt, timeZone)}</Fact>
        <Fact label="Why it cannot be met">{w.reason}</Fact>
        <Fact label="What is done instead">{w.measure}</Fact>
        {w.citation && <Fact label="Rule">{w.citation}</Fact>}
        <Fact label="Asked by">{w.asker}</Fact>
        {w.decidedBy && (
          <Fact label="Decided by">
            {w.decidedBy}
            {w.decidedAt && `, ${formatInstant(w.decidedAt, timeZone)}`}
          </Fact>
        )}
        {w.federal && (
          <Fact label="Written permission">
            {w.permission ? (
              <button
                type="button"
                className="text-link underline"
                onClick={() => void take(w.permission!.id)}
              >
                {w.permission.name}
              </button>
            ) : (
              "Missing: it holds only once it is attached (2 CFR 200.102)"
            )}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Covered({ failures }: Pick<WaiverDetail, "failures">) {
  if (failures.length === 0) return null;
  return (
    <Panel title={`${counted(failures.length, "failure")} waived by it`} flush>
      <ul>
        {failures.map((f) => (
          <li key={f.id} className="border-b border-hair px-4 py-3 last:border-0">
            <Link className="text-link underline" to={pathTo("controlFailure", { id: f.id })}>
              {f.number}
            </Link>{" "}
            {f.subject}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A waiver: what need not meet which control, why, until when, and who decided it. */
export default function WaiverPage() {
  const { id = "" } = useParams();
  const { timeZone } = useAgency();
  const [attach, setAttach] = useState<WaiverDetail | null>(null);
  return (
    <>
      <RecordPage<WaiverDetail>
        path="/api/v1/control-waivers"
        id={id}
        lifecycle={look}
        title={(w) => `${w.control}: ${w.covers}`}
        subtitle={(w) => `${w.number}, until ${formatInstant(w.endsAt, timeZone)}`}
        owner={(w) => w.asker}
        ownActions={["attach"]}
        extraActions={(w) => {
          const action = w.actions.find(({ name }) => name === "attach");
          return action && w.federal && !w.permission
            ? [
                {
                  label: action.label,
                  tone: "primary" as const,
                  reason: action.reason,
                  onSelect: () => setAttach(w),
                },
              ]
            : [];
        }}
        tabs={[
          {
            id: "waiver",
            label: "Waiver",
            content: (w) => (
              <>
                <Waived waiver={w} />
                <Covered failures={w.failures} />
                <ApprovalPanel approvalId={w.approvalId} budget={false} />
              </>
            ),
          },
        ]}
      />
      {attach && <PermissionDialog waiver={attach} onClose={() => setAttach(null)} />}
    </>
  );
}
