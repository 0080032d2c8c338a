import { useController } from "react-hook-form";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { sandboxDays } from "./sandbox.labels.ts";
import type { SandboxPerson, SandboxRow } from "./sandbox.model.ts";

type Asked = { reason: string; members: string[] };

function People({ people }: { people: readonly SandboxPerson[] }) {
  const { field, fieldState } = useController<Asked, "members">({ name: "members" });
  const toggle = (id: string, on: boolean) =>
    field.onChange(on ? [...field.value, id] : field.value.filter((each) => each !== id));
  return (
    <fieldset className="field">
      <legend className="field-label">Who works in it, beside you</legend>
      {people.length === 0 && <p className="text-t2">Nobody else works here yet.</p>}
      <div
        className="grid max-h-64 gap-x-5 gap-y-2 overflow-y-auto sm:grid-cols-2"
        tabIndex={0}
        role="group"
        aria-label="People"
      >
        {people.map(({ id, name, role }) => (
          <label key={id} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={field.value.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            <span className="min-w-0 truncate">
              {name} <span className="text-t3">{roleLabels[role].label}</span>
            </span>
          </label>
        ))}
      </div>
      {fieldState.error && <p className="field-error">{fieldState.error.message}</p>}
    </fieldset>
  );
}

/** Asks for a copy for practice: what is tried, and who works in it. */
export function SandboxDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const got = useGet<{ items: SandboxPerson[] }>(
    "agency-sandboxes",
    "/api/v1/agency-sandboxes/choices",
  );
  const people = (got.data?.items ?? []).filter(({ id }) => id !== user?.id);
  return (
    <PostDialog<Asked>
      title="Make a practice copy"
      description={`Every record is copied. Tax and account numbers, addresses, phones and mail addresses become made-up ones; sealed bids and keys stay out. Nothing leaves the copy, and after ${sandboxDays} days it is deleted.`}
      path="/api/v1/agency-sandboxes"
      submit="Make it"
      nouns={["agency-sandboxes", "job", "jobs"]}
      values={{ reason: "", members: [] }}
      onClose={onClose}
    >
      <TextArea name="reason" label="What is tried" rows={2} required maxLength={2000} />
      {got.isPending && <TableSkeleton columns={1} rows={3} label="Loading people" />}
      {got.isError && <ErrorPanel error={got.error} what="People" />}
      {got.data && <People people={people} />}
    </PostDialog>
  );
}

/** Ends a copy before its day. */
export function EndSandboxDialog({ copy, onClose }: { copy: SandboxRow; onClose: () => void }) {
  return (
    <PostDialog<{ reason: string }>
      title="End the practice copy"
      description="It closes within moments, and everything in it is deleted. Export the definitions first that you want to keep."
      path={`/api/v1/agency-sandboxes/${copy.id}/actions/end`}
      submit="End it"
      nouns={["agency-sandboxes", "job", "jobs"]}
      version={copy.version}
      values={{ reason: "" }}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why it ends" rows={2} required maxLength={2000} />
    </PostDialog>
  );
}
