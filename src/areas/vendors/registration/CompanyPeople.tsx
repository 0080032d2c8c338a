import { UserPlus } from "lucide-react";
import { useState } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useDays } from "#web/kit/days.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";

type People = {
  people: { id: string; name: string; email: string; since: Instant; self: boolean }[];
  invitations: { id: string; email: string; expiresAt: Instant }[];
};

/** Who acts for the company; inviting colleagues, taking them out. */
export function CompanyPeople() {
  const { timeZone } = useAgency();
  const { dayIn } = useDays();
  const people = useGet<People>("vendor-company-people", "/api/v1/vendor-company/people");
  const act = useMutationAction("vendor-company-people");
  const [inviting, setInviting] = useState(false);
  if (people.isPending) return <RecordSkeleton />;
  if (!people.data) return <ErrorPanel error={people.error} what="Your colleagues" />;
  const gone = (path: string, done: string) =>
    act.mutate(
      { method: "DELETE", path },
      { onSuccess: () => notify.done(done), onError: (error) => notify.failed("Not done", error) },
    );
  return (
    <Panel
      title="People"
      aside={
        <button type="button" className="btn btn-small" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden="true" />
          Invite
        </button>
      }
      flush
    >
      <ul>
        {people.data.people.map((p) => (
          <li
            key={p.id}
            className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
          >
            <span className="min-w-0 flex-1">
              {p.name}
              {p.self && " (you)"}
              <small className="block text-12 text-t3">
                {p.email} · since {formatDate(dayIn(p.since))}
              </small>
            </span>
            {!p.self && (
              <button
                type="button"
                className="btn btn-quiet btn-small"
                onClick={() =>
                  gone(`/api/v1/vendor-company/people/${p.id}`, `${p.name} acts for you no more`)
                }
              >
                Take out
              </button>
            )}
          </li>
        ))}
        {people.data.invitations.map((i) => (
          <li
            key={i.id}
            className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
          >
            <span className="min-w-0 flex-1">
              {i.email}
              <small className="block text-12 text-t3">
                open until {formatInstant(i.expiresAt, timeZone)}
              </small>
            </span>
            <Badge tone="info" label="Invited" />
            <button
              type="button"
              className="btn btn-quiet btn-small"
              onClick={() =>
                gone(`/api/v1/vendor-company/invitations/${i.id}`, "Invitation taken back")
              }
            >
              Take back
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={inviting}
        onOpenChange={setInviting}
        title="Invite a colleague"
        description="They may do what you may: bid, acknowledge orders, send invoices, change the company."
      >
        <Form<{ email: string }>
          formKey={null}
          defaultValues={{ email: "" }}
          submitLabel="Send the invitation"
          onCancel={() => setInviting(false)}
          onSubmit={async (v) => {
            await act.mutateAsync({ path: "/api/v1/vendor-company/people", body: v });
            notify.done("Invitation sent");
            setInviting(false);
          }}
        >
          <TextField name="email" label="E-mail" type="email" required />
        </Form>
      </Dialog>
    </Panel>
  );
}
