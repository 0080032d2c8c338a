import { useWatch } from "react-hook-form";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { decisions, submittalStatuses, type Decision } from "./submittal.labels.ts";
import type { SubmittalDetail } from "./submittal.model.ts";

type Kept = { id: string; name: string; size: number };
type Props = { submittal: SubmittalDetail; onClose: () => void };
const named = Object.keys(decisions) as Decision[];

function Words() {
  const decision = useWatch({ name: "decision" }) as Decision | "";
  return (
    <TextArea
      name="says"
      label={decision === "approve" ? "Words to it" : "What the contractor is to do"}
      required={decision !== "approve"}
      rows={5}
      maxLength={10_000}
    />
  );
}

/** The reviewer's decision on a submittal, with marked files. */
export function ReviewDialog({ submittal: s, onClose }: Props) {
  const send = useMutationAction("submittals", "projects");
  const advised = s.designer?.recommendation ?? null;
  return (
    <FormDialog<{ decision: Decision | ""; says: string; files: Kept[] }>
      title={`Review ${s.number}, revision ${s.revision}`}
      description={
        advised
          ? `The designer recommends ${submittalStatuses[decisions[advised]].label.toLowerCase()}; the same decision takes it over with its files. The contractor gets it at once.`
          : "The contractor gets it at once, in its portal and by letter."
      }
      defaultValues={{ decision: advised ?? "", says: s.designer?.answer ?? "", files: [] }}
      submitLabel="Send the review"
      onClose={onClose}
      onSubmit={async ({ decision, says, files }) => {
        await send.mutateAsync({
          path: `/api/v1/submittals/${s.id}/actions/${decision}`,
          body: {
            says,
            fileIds: files.map(({ id }) => id),
            // The same decision takes the designer's over, with its files.
            designerLinkId: advised === decision ? s.designer?.id : null,
          },
          version: s.version,
        });
        notify.done(`${s.number} is reviewed`);
        onClose();
      }}
    >
      <SelectField
        name="decision"
        label="Decision"
        required
        options={named.map((value) => ({
          value,
          label: submittalStatuses[decisions[value]].label,
        }))}
      />
      <Words />
      <FileDrop name="files" label="Marked files" most={40} />
    </FormDialog>
  );
}

/** A submittal that came on paper or by mail, entered for the contractor. */
export function SubmitDialog({ submittal: s, onClose }: Props) {
  return (
    <PostDialog<{ says: string; files: Kept[] }>
      title={`${s.number} was submitted`}
      description="For what came on paper or by mail. Whoever enters it does not review it."
      path={`/api/v1/submittals/${s.id}/actions/submit`}
      submit="Enter it"
      values={{ says: "", files: [] }}
      nouns={["submittals", "projects"]}
      version={s.version}
      bodyOf={({ says, files }) => ({ says, fileIds: files.map(({ id }) => id) })}
      onClose={onClose}
    >
      <FileDrop name="files" label="What was submitted" most={40} required />
      <TextArea name="says" label="Words to it" rows={3} maxLength={5000} />
    </PostDialog>
  );
}
