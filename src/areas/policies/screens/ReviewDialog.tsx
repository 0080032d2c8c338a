import { DateField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { PolicyDetail } from "../policy/policy.model.ts";
import { OwnerField } from "./OwnerField.tsx";

/** Records that a policy was looked at and stands: its next review, and whose it is from now on. */
export function ReviewDialog({ policy, onClose }: { policy: PolicyDetail; onClose: () => void }) {
  return (
    <PostDialog<{ reviewOn: string; ownerId: string }>
      title="Record a review"
      description={`${policy.title} stands as it is. What is to change is drafted as the next version.`}
      path={`/api/v1/agency-policies/${policy.id}/actions/review`}
      version={policy.version}
      submit="Record it"
      values={{ reviewOn: "", ownerId: policy.ownerId }}
      nouns={["agency-policies"]}
      onClose={onClose}
    >
      <DateField name="reviewOn" label="Next review" required />
      <OwnerField owner={policy.owner} />
    </PostDialog>
  );
}
