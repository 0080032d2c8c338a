import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { uploadFile, type StoredFile } from "#web/kit/form/DropZone.tsx";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

type Issue = { label: string; issuedOn: string; files: StoredFile[] };
const nouns = ["plan-sets"] as const;
const bodyOf = ({ files, issuedOn, ...given }: Issue) => ({
  ...given,
  issuedOn: issuedOn || null,
  fileId: files[0]?.id,
});

function Plans({ projectId }: { projectId: string }) {
  return (
    <FileDrop<StoredFile>
      name="files"
      label="Plans, PDF"
      hint="Up to 300 MB. Where the line breaks, the upload goes on."
      required
      multiple={false}
      accept="application/pdf"
      upload={(file, onProgress) =>
        uploadFile(file, onProgress, { objectType: "project", objectId: projectId })
      }
    />
  );
}

function PlansOfChosen() {
  const projectId = useWatch({ name: "projectId" }) as string;
  return projectId ? <Plans projectId={projectId} /> : null;
}

/** Adds a plan set to a project. */
export function PlansDialog({ onClose }: { onClose: () => void }) {
  const [values] = useState({
    projectId: "",
    name: "",
    label: "Issue 1",
    issuedOn: "",
    files: [] as StoredFile[],
  });
  return (
    <PostDialog<Issue & { projectId: string; name: string }>
      title="Add plans"
      description="Its sheets are read behind the answer; number and title are proposed from the title block."
      path="/api/v1/plan-sets"
      submit="Add plans"
      values={values}
      nouns={nouns}
      bodyOf={bodyOf}
      onClose={onClose}
    >
      <Combobox<{ id: string; number: string; name: string }>
        name="projectId"
        label="Project"
        required
        path="/api/v1/projects"
        itemLabel={(p) => `${p.number} ${p.name}`}
      />
      <TextField name="name" label="Plan set" required />
      <FormRow>
        <TextField name="label" label="Issue" required />
        <DateField name="issuedOn" label="Issued on" />
      </FormRow>
      <PlansOfChosen />
    </PostDialog>
  );
}

/** Adds a later issue: its sheets become revisions of those of the same number. */
export function IssueDialog({
  planSetId,
  name,
  projectId,
  onClose,
}: {
  planSetId: string;
  name: string;
  projectId: string;
  onClose: () => void;
}) {
  const [values] = useState({ label: "", issuedOn: "", files: [] as StoredFile[] });
  return (
    <PostDialog<Issue>
      title={`Add an issue of ${name}`}
      description="A sheet of the same number becomes the next revision, and what was measured on the one before is marked."
      path={`/api/v1/plan-sets/${planSetId}/issues`}
      submit="Add the issue"
      values={values}
      nouns={nouns}
      bodyOf={bodyOf}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="label" label="Issue" required />
        <DateField name="issuedOn" label="Issued on" />
      </FormRow>
      <Plans projectId={projectId} />
    </PostDialog>
  );
}
