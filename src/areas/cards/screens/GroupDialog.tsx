import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { GroupRow } from "../card/group.model.ts";

type Values = { name: string; codes: string; blocked: boolean };

/** Drafts a group, changes a draft, or drafts the next version of a published one. */
export function GroupDialog({ group, onClose }: { group: GroupRow | null; onClose: () => void }) {
  const path = "/api/v1/card-groups";
  const draft = group?.status === "draft";
  return (
    <PostDialog<Values>
      title={
        group ? (draft ? `Change ${group.name}` : `Next version of ${group.name}`) : "New group"
      }
      description="A draft watches nothing until it is published."
      method={draft ? "PATCH" : "POST"}
      path={
        draft ? `${path}/${group.id}` : group ? `${path}?nextVersionOf=${group.definitionId}` : path
      }
      submit="Save the draft"
      values={{
        name: group?.name ?? "",
        codes: group?.codes ?? "",
        blocked: group?.blocked ?? false,
      }}
      nouns={["card-groups"]}
      {...(draft ? { version: group.version } : {})}
      onClose={onClose}
    >
      <TextField name="name" label="Group" required maxLength={120} />
      <TextField
        name="codes"
        label="Merchant category codes"
        hint="Such as: 5812-5814, 5462"
        required
        maxLength={1000}
      />
      <CheckboxField name="blocked" label="Blocked for every card that does not name it" />
    </PostDialog>
  );
}
