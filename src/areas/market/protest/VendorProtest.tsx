import { useState } from "react";
import { useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { protestStatuses } from "./protest.labels.ts";
import type { OwnProtest } from "./protest.model.ts";
import { ProtestTexts } from "./ProtestPage.tsx";

function Body({ p }: { p: OwnProtest }) {
  const { timeZone } = useAgency();
  const [appealing, setAppealing] = useState(false);
  const send = useMutationAction("protests");
  const path = `/api/v1/vendor-portal/protests/${p.id}/actions`;
  const withdraw = () =>
    send.mutate(
      { path: `${path}/withdraw`, body: { orgId: p.orgId } },
      {
        onSuccess: () => notify.done("Withdrawn"),
        onError: (error) => notify.failed("Not withdrawn", messageOf(error)),
      },
    );
  return (
    <div className="stack">
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge statuses={protestStatuses} status={p.status} />
        {!p.timely && <Badge tone="warning" label="Filed late" />}
        {p.stay && <Badge tone="info" label="Stays the award" />}
        {p.appealUntil && p.canAppeal && (
          <span className="text-t2">Appeal until {formatInstant(p.appealUntil, timeZone)}</span>
        )}
      </p>
      <ProtestTexts p={p} />
      {(p.canWithdraw || p.canAppeal) && (
        <div className="flex flex-wrap gap-2">
          {p.canAppeal && (
            <button type="button" className="btn btn-primary" onClick={() => setAppealing(true)}>
              Appeal
            </button>
          )}
          {p.canWithdraw && (
            <button
              type="button"
              className="btn"
              aria-disabled={send.isPending}
              onClick={() => {
                if (!send.isPending) withdraw();
              }}
            >
              Withdraw the protest
            </button>
          )}
        </div>
      )}
      {appealing && (
        <Dialog
          open
          onOpenChange={setAppealing}
          title="Appeal the decision"
          description="Somebody else than who decided first decides the appeal."
        >
          <Form<{ grounds: string }>
            formKey={`appeal-${p.id}`}
            defaultValues={{ grounds: "" }}
            submitLabel="Appeal"
            onCancel={() => setAppealing(false)}
            onSubmit={async ({ grounds }) => {
              await send.mutateAsync({ path: `${path}/appeal`, body: { orgId: p.orgId, grounds } });
              setAppealing(false);
            }}
          >
            <TextArea
              name="grounds"
              label="Grounds of the appeal"
              rows={6}
              required
              maxLength={40_000}
            />
          </Form>
        </Dialog>
      )}
    </div>
  );
}

/** /vendor-portal/protests/:id: one of the vendor's own protests. */
export default function VendorProtest() {
  const { id = "" } = useParams();
  const protest = useGet<OwnProtest>("protests", `/api/v1/vendor-portal/protests/${id}`);
  const p = protest.data;
  return (
    <PortalFrame
      title={p ? `Protest ${p.number}` : "Protest"}
      {...(p ? { sub: `${p.agency}: ${p.solicitation}` } : {})}
    >
      {protest.isPending ? (
        <RecordSkeleton />
      ) : p ? (
        <Body p={p} />
      ) : (
        <ErrorPanel error={protest.error} what="This protest" />
      )}
    </PortalFrame>
  );
}
