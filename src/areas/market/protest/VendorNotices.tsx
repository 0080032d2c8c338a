import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useNow } from "#web/kit/now.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { type VendorNotice, noticeKinds } from "#areas/evaluation/evaluation.public.ts";
import { protestStatuses } from "./protest.labels.ts";
import type { OwnProtest } from "./protest.model.ts";

type Filing = { grounds: string; relief: string };

function FileProtest({ notice, onClose }: { notice: VendorNotice; onClose: () => void }) {
  const navigate = useNavigate();
  const send = useMutationAction<{ id: string }>("protests", "award-notices");
  const submit = async (values: Filing) => {
    const made = await send.mutateAsync({
      path: "/api/v1/vendor-portal/protests",
      body: { orgId: notice.orgId, awardId: notice.awardId, ...values },
    });
    void navigate(pathTo("vendorProtest", { id: made.id }));
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Protest: ${notice.solicitation}`}
      description="A protest in time stays the award where the agency's policy says so. Somebody who had no part in the award decides it."
    >
      <Form<Filing>
        formKey={`protest-${notice.awardId}`}
        defaultValues={{ grounds: "", relief: "" }}
        submitLabel="File the protest"
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextArea
          name="grounds"
          label="Grounds"
          hint="Which rule or criterion was broken, how, and what shows it."
          rows={8}
          required
          maxLength={40_000}
        />
        <TextArea name="relief" label="What you ask for" rows={3} maxLength={4000} />
      </Form>
    </Dialog>
  );
}

function Notice({
  notice,
  protested,
  onProtest,
}: {
  notice: VendorNotice;
  protested: boolean;
  onProtest: () => void;
}) {
  const { timeZone } = useAgency();
  const isOver = notice.protestUntil !== null && Date.parse(notice.protestUntil) <= useNow();
  const may = notice.awardId !== null && notice.protestUntil !== null && !protested;
  return (
    <li className="grid gap-2 border-b border-hair px-4 py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-medium">{notice.solicitation || notice.title}</b>
        <Badge
          tone={notice.kind === "intent" || notice.kind === "awarded" ? "success" : "neutral"}
          label={noticeKinds[notice.kind]}
        />
        {notice.protestUntil && (
          <DeadlineClock
            deadline={notice.protestUntil}
            label={isOver ? "Protests were due by" : "Protest by"}
            short
            done={isOver}
          />
        )}
        <span className="ml-auto text-12 text-t3">
          {notice.agency}, {formatInstant(notice.sentAt, timeZone)}
        </span>
      </p>
      <p className="whitespace-pre-wrap text-t2">{notice.text}</p>
      {may && (
        <p>
          <button type="button" className="btn btn-small" onClick={onProtest}>
            {isOver ? "Protest late" : "Protest"}
            <span className="visually-hidden"> {notice.solicitation}</span>
          </button>
        </p>
      )}
    </li>
  );
}

/** /vendor-portal/protests: what agencies told this vendor about awards, and its protests. */
export default function VendorNotices() {
  const [search] = useSearchParams();
  const only = search.get("solicitation");
  const [filing, setFiling] = useState<VendorNotice | null>(null);
  const notices = useGet<{ items: VendorNotice[] }>(
    "award-notices",
    "/api/v1/vendor-portal/award-notices",
  );
  const protests = useGet<{ items: OwnProtest[] }>("protests", "/api/v1/vendor-portal/protests");
  const shown = (notices.data?.items ?? []).filter(
    (notice) => only === null || notice.solicitationId === only,
  );
  const open = new Set(
    (protests.data?.items ?? [])
      .filter((protest) => ["filed", "under_review", "appealed"].includes(protest.status))
      .map((protest) => protest.awardId),
  );
  return (
    <PortalFrame title="Awards and protests">
      {protests.data && protests.data.items.length > 0 && (
        <Panel title="Your protests" flush>
          <ul>
            {protests.data.items.map((protest) => (
              <li
                key={protest.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hair px-4 py-3 last:border-0"
              >
                <Link className="mono text-link" to={pathTo("vendorProtest", { id: protest.id })}>
                  {protest.number}
                </Link>
                <span className="min-w-0 flex-1">{protest.solicitation}</span>
                <StatusBadge statuses={protestStatuses} status={protest.status} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {notices.isPending ? (
        <TableSkeleton columns={2} label="Loading the notices" />
      ) : !notices.data ? (
        <ErrorPanel
          error={notices.error}
          what="The notices"
          onRetry={() => void notices.refetch()}
        />
      ) : shown.length === 0 ? (
        <EmptyState kind="first-use" title="No notices yet">
          When an agency decides on a bid of yours, it tells you here, with your own standing and
          until when you can protest.
        </EmptyState>
      ) : (
        <Panel title="Notices" flush>
          <ul>
            {shown.map((notice) => (
              <Notice
                key={notice.id}
                notice={notice}
                protested={notice.awardId !== null && open.has(notice.awardId)}
                onProtest={() => setFiling(notice)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {filing && <FileProtest notice={filing} onClose={() => setFiling(null)} />}
    </PortalFrame>
  );
}
