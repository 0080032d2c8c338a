import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { madeForm, RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";

const blank = { title: "", slug: "", says: "", correction: "" };
const publishForm = madeForm("/api/v1/publications", blank, (values) => values);

/** Asks to publish a kept run, or a correction of what stands under the same address. */
export function PublishDialog({
  run,
  onClose,
}: {
  run: { id: string; name: string };
  onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <RecordDialog
      form={publishForm}
      known={{ title: run.name }}
      within={{ runId: run.id }}
      title="Publish"
      description="A second person reads it as everybody would, and publishes it. Names of private persons are replaced and counts of fewer than 11 people hidden."
      submitLabel="Ask to publish"
      nouns={["publications"]}
      onClose={onClose}
      onDone={(id) => void navigate(pathTo("publication", { id }))}
    >
      <TextField name="title" label="Title" required maxLength={120} />
      <TextField
        name="slug"
        label="Address"
        hint="citizen-portal/reports/… in small letters and hyphens. The report named spending leads the page on public spending. An address that is taken gets a new version."
        required
        maxLength={80}
      />
      <TextArea name="says" label="What it shows, in plain words" required maxLength={2000} />
      <TextArea
        name="correction"
        label="What is corrected"
        hint="Only where the address was published before. Everybody reads it."
        maxLength={1000}
      />
    </RecordDialog>
  );
}
