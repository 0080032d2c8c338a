import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { FormOffer } from "../form/form.model.ts";
import { submissionStatuses } from "../submission/submission.labels.ts";
import type { OwnView } from "../submission/submission.model.ts";

function Sent({ orgId, agency }: { orgId: string; agency: string }) {
  const sent = useGet<{ items: OwnView[] }>(
    "form-submissions",
    `/api/v1/vendor-forms/${orgId}/submissions`,
  );
  if (sent.isError) return <ErrorPanel error={sent.error} what="What you sent" />;
  if (!sent.data || sent.data.items.length === 0) return null;
  return (
    <Panel title={`Sent to ${agency}`}>
      <ul className="grid gap-4">
        {sent.data.items.map((s) => (
          <li key={s.id} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-3">
              <span className="mono">{s.number}</span>
              <b>{s.form}</b>
              <StatusBadge statuses={submissionStatuses} status={s.status} />
            </p>
            {s.statusReason && <p className="text-t2">{s.statusReason}</p>}
            {s.status === "returned" && (
              <Link
                className="btn btn-small justify-self-start"
                to={`${pathTo("portalForm", { orgId, id: s.id })}?correct=yes`}
              >
                Correct {s.number}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Body() {
  const offers = useGet<{ items: FormOffer[] }>("form-definitions", "/api/v1/vendor-forms", {
    first: true,
  });
  if (offers.isPending) return <TableSkeleton columns={2} />;
  if (!offers.data)
    return (
      <ErrorPanel error={offers.error} what="The forms" onRetry={() => void offers.refetch()} />
    );
  const { items } = offers.data;
  const agencies = new Map(items.map((each) => [each.orgId, each.agency]));
  if (items.length === 0)
    return (
      <section className="panel">
        <EmptyState kind="first-use" title="No forms to fill in">
          Forms appear here when an agency that knows your company asks its vendors to fill one in.
        </EmptyState>
      </section>
    );
  return (
    <>
      <Panel title="To fill in">
        <ul className="grid gap-4">
          {items.map((form) => (
            <li key={form.id} className="grid gap-1">
              <Link to={pathTo("portalForm", { orgId: form.orgId, id: form.definitionId })}>
                {form.name}
              </Link>
              <p className="text-13 text-t3">{form.agency}</p>
              {form.about && <p className="text-t2">{form.about}</p>}
            </li>
          ))}
        </ul>
      </Panel>
      {[...agencies].map(([orgId, agency]) => (
        <Sent key={orgId} orgId={orgId} agency={agency} />
      ))}
    </>
  );
}

/** /vendor-portal/forms: what agencies ask their vendors to fill in, and what was sent. */
export default function PortalForms() {
  return (
    <PortalFrame title="Forms" sub="What agencies ask you to fill in, and where it stands.">
      <Body />
    </PortalFrame>
  );
}
