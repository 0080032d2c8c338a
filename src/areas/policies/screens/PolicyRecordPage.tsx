import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import {
  ackGroups,
  policyCourse,
  policyCycle,
  policyKinds,
  policyStatuses,
} from "../policy/policy.labels.ts";
import type { PolicyDetail } from "../policy/policy.model.ts";
import { Confirm } from "./Confirm.tsx";
import { HoldsNow, PolicyText } from "./PolicyReader.tsx";
import { AskedTable } from "./PolicyTables.tsx";

const ReviewDialog = dialogOnDemand(async () => (await import("./ReviewDialog.tsx")).ReviewDialog);

const look = { statuses: policyStatuses, course: policyCourse, actions: policyCycle.actions };

const groupOf = (p: PolicyDetail): string =>
  p.ackOf === "duty" ? dutyLabels[p.ackDuty as Duty].label : ackGroups[p.ackOf];

const take = (fileId: string) =>
  download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
    notify.failed("Not downloaded", error),
  );

function Told({ policy: p }: { policy: PolicyDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="The policy">
      <Facts>
        <Fact label="About">{policyKinds[p.kind]}</Fact>
        <Fact label="In short">{p.summary || "—"}</Fact>
        <Fact label="Next review">{formatDate(p.reviewOn)}</Fact>
        <Fact label="Confirmed by">
          {groupOf(p)}
          {p.ackBy && `, until ${formatDate(p.ackBy)}`}
        </Fact>
        {p.approvedBy && (
          <Fact label="Approved by">
            {p.approvedBy}
            {p.approvedAt && `, ${formatInstant(p.approvedAt, timeZone)}`}
          </Fact>
        )}
        {p.publishedAt && <Fact label="Published">{formatInstant(p.publishedAt, timeZone)}</Fact>}
        {p.file && (
          <Fact label="File">
            <button
              type="button"
              className="text-link underline"
              onClick={() => void take(p.file!.id)}
            >
              {p.file.name}
            </button>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Version({ policy }: { policy: PolicyDetail }) {
  const { timeZone } = useAgency();
  return (
    <>
      <HoldsNow policy={policy} timeZone={timeZone} />
      <Confirm policy={policy} />
      <Told policy={policy} />
      <PolicyText policy={policy} timeZone={timeZone} />
      {policy.approvalId && <ApprovalPanel approvalId={policy.approvalId} budget={false} />}
    </>
  );
}

function Asked({ policy: p }: { policy: PolicyDetail }) {
  const missing = p.asked - p.confirmed;
  return (
    <section className="grid gap-3">
      <h2>Confirmations</h2>
      <p className="finding" role="status">
        {p.asked === 0
          ? "Nobody is asked to confirm this version."
          : missing === 0
            ? `All ${p.asked} confirmed this version.`
            : `${p.confirmed} of ${p.asked} confirmed this version; ${missing} did not yet.`}
      </p>
      <AskedTable policyId={p.id} />
    </section>
  );
}

const useNextVersion = () => {
  const navigate = useNavigate();
  const send = useMutationAction<{ id: string }>("agency-policies");
  return async (id: string) => {
    try {
      const made = await send.mutateAsync({
        path: `/api/v1/agency-policies/${id}/actions/next-version`,
      });
      void navigate(pathTo("agencyPolicyEdit", { id: made.id }));
    } catch (error) {
      notify.failed("No version was drafted", error);
    }
  };
};

/** A version of a policy for whoever looks after it. */
export function PolicyRecordPage({ id }: { id: string }) {
  const [reviewing, setReviewing] = useState<PolicyDetail | null>(null);
  const next = useNextVersion();
  const extra = (p: PolicyDetail) => [
    ...(p.status === "draft"
      ? [
          {
            label: "Change",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("agencyPolicyEdit", { id }),
          },
        ]
      : []),
    ...(p.status === "published"
      ? [
          {
            label: "Next version",
            icon: <Plus aria-hidden="true" />,
            onSelect: () => void next(id),
          },
          { label: "Record a review", onSelect: () => setReviewing(p) },
        ]
      : []),
  ];
  return (
    <>
      <RecordPage<PolicyDetail>
        path="/api/v1/agency-policies"
        id={id}
        lifecycle={look}
        title={(p) => p.title}
        subtitle={(p) => `${p.number}, version ${p.versionNo}`}
        owner={(p) => p.owner}
        deadline={(p) => ({ at: p.reviewOn, label: "Review", done: p.status === "retired" })}
        ownActions={["review"]}
        extraActions={extra}
        tabs={[
          { id: "policy", label: "Policy", content: (p) => <Version policy={p} /> },
          {
            id: "confirmations",
            label: "Confirmations",
            count: (p) => p.asked,
            content: (p) => <Asked policy={p} />,
          },
        ]}
      />
      {reviewing && <ReviewDialog policy={reviewing} onClose={() => setReviewing(null)} />}
    </>
  );
}
