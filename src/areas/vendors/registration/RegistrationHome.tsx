import { MailPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useDays } from "#web/kit/days.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { FormRow, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import { rememberedNotice } from "#web/shell/guard.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { VendorPicker } from "../vendors.ui.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { CompanyBody, FoundCompany } from "./CompanyBody.tsx";
import { registrationKinds, registrationStatuses } from "./registration.labels.ts";
import type { RegistrationRow } from "./registration.model.ts";

const columns: readonly Column<RegistrationRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "name", label: "Company", kind: "text", value: (r) => r.name },
  {
    id: "kind",
    label: "Kind",
    kind: "text",
    value: (r) => registrationKinds[r.kind],
    sortable: false,
  },
  {
    id: "city",
    label: "Place",
    kind: "text",
    value: (r) => [r.city, r.state].filter(Boolean).join(", ") || null,
    sortable: false,
  },
  { id: "submittedAt", label: "Submitted", kind: "instant", value: (r) => r.submittedAt },
  { id: "submittedBy", label: "By", kind: "text", value: (r) => r.submittedBy, sortable: false },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: registrationStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(registrationStatuses),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    options: options(registrationKinds),
  },
  { id: "open", label: "Open", kind: "flag" },
  { id: "bankWaits", label: "Bank details wait", kind: "flag" },
];

type Invitation = {
  id: string;
  email: string;
  company: string;
  vendorNumber: string | null;
  invitedBy: string | null;
  createdAt: Instant;
  expiresAt: Instant;
  state: "open" | "used" | "revoked" | "expired";
};
const tones = { open: "info", used: "success", revoked: "neutral", expired: "warning" } as const;
const names = {
  open: "Open",
  used: "Followed",
  revoked: "Taken back",
  expired: "Run out",
} as const;

function Invitations() {
  const { dayIn } = useDays();
  const list = useGet<{ items: Invitation[] }>("vendor-invitations", "/api/v1/vendor-invitations");
  const act = useMutationAction("vendor-invitations");
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data) return <ErrorPanel error={list.error} what="Invitations" />;
  return (
    <Panel title="Companies that were asked to register" flush={list.data.items.length > 0}>
      {list.data.items.length === 0 ? (
        <EmptyState kind="first-use" title="Nobody was invited yet">
          An invited company follows a link, enters itself, and submits; you decide as with every
          other.
        </EmptyState>
      ) : (
        <ul>
          {list.data.items.map((i) => (
            <li
              key={i.id}
              className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
            >
              <span className="min-w-0 flex-1">
                {i.company}
                {i.vendorNumber && <span className="mono text-13 text-t3"> {i.vendorNumber}</span>}
                <small className="block text-12 text-t3">
                  {i.email} · {i.invitedBy ?? "a former member"}, {formatDate(dayIn(i.createdAt))}
                </small>
              </span>
              <Badge tone={tones[i.state]} label={names[i.state]} />
              {i.state === "open" && (
                <button
                  type="button"
                  className="btn btn-quiet btn-small"
                  onClick={() =>
                    act.mutate(
                      { path: `/api/v1/vendor-invitations/${i.id}/actions/revoke` },
                      {
                        onSuccess: () => notify.done("Invitation taken back"),
                        onError: (error) => notify.failed("Not taken back", error),
                      },
                    )
                  }
                >
                  Take back
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const send = useMutationAction("vendor-invitations");
  return (
    <FormDialog<{ company: string; email: string; message: string; vendorId: string }>
      title="Ask a company to register"
      description="It gets a letter with a link that is good for 30 days."
      defaultValues={{ company: "", email: "", message: "", vendorId: "" }}
      submitLabel="Send"
      onSubmit={async ({ vendorId, ...v }) => {
        await send.mutateAsync({
          path: "/api/v1/vendor-invitations",
          body: { ...v, vendorId: vendorId || null },
        });
        notify.done("Invitation sent");
        onClose();
      }}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="company" label="Company" required maxLength={200} />
        <TextField name="email" label="E-mail" type="email" required />
      </FormRow>
      <VendorPicker
        name="vendorId"
        label="Vendor record that it is"
        hint="Where you have one already"
        any
      />
      <TextArea name="message" label="A few words" rows={3} maxLength={1000} />
    </FormDialog>
  );
}

function Staff() {
  const { can } = useAuth();
  const [inviting, setInviting] = useState(false);
  const invite = can("vendor.register") && (
    <button type="button" className="btn" onClick={() => setInviting(true)}>
      <MailPlus aria-hidden="true" />
      Invite a company
    </button>
  );
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="flex-1">Vendor registration</h1>
        {invite}
      </div>
      <Tabs
        label="Vendor registration"
        tabs={[
          {
            id: "queue",
            label: "Registrations",
            content: () => (
              <DataTable<RegistrationRow>
                name="vendor-registrations"
                title="Registrations"
                path="/api/v1/vendor-registrations"
                columns={columns}
                filters={filters}
                defaultSort="-submittedAt"
                rowHref={(r) => pathTo("vendorRegistration", { id: r.id })}
                embedded
                empty={{
                  title: "No registrations yet",
                  text: "Companies register by themselves or by your invitation; what they submit stands here until you decide.",
                }}
              />
            ),
          },
          {
            id: "invitations",
            label: "Invitations",
            content: () => (
              <div className="mt-4">
                <Invitations />
              </div>
            ),
          },
        ]}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}

/** Whom a notice led here finds the way back to it. */
function BackToNotice() {
  const notice = rememberedNotice();
  return notice ? (
    <Link className="btn" to={notice}>
      Back to the notice
    </Link>
  ) : null;
}

/** /vendor-registration: the queue for an agency's members; the own company for everybody else. */
export default function RegistrationHome() {
  const { me, loading } = useAuth();
  if (loading || !me) return <RecordSkeleton />;
  if (me.kind === "member") return <Staff />;
  return me.kind === "vendor" ? (
    <PortalFrame title="Registration" actions={<BackToNotice />}>
      <CompanyBody />
    </PortalFrame>
  ) : (
    <FoundCompany />
  );
}
