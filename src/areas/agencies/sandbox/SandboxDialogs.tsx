import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { TickList } from "#web/kit/form/TickList.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { sandboxDays } from "./sandbox.labels.ts";
import type { SandboxPerson, SandboxRow } from "./sandbox.model.ts";

type Asked = { reason: string; members: string[] };

function People({ people }: { people: readonly SandboxPerson[] }) {
  if (people.length === 0) return <p className="text-t2">Nobody else works here yet.</p>;
  const choices = people.map(({ id, name, role }) => ({
    name: id,
    label: `${name}, ${roleLabels[role].label}`,
  }));
  return <TickList name="members" label="Who works in it, beside you" choices={choices} long />;
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
