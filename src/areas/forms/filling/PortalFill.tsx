import { useMemo } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, NoSuchRecord, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { FormPage } from "../form/form.labels.ts";
import type { FormSheet } from "../form/form.model.ts";
import type { OwnView } from "../submission/submission.model.ts";
import type { FormFile } from "../file/file.model.ts";
import { doorOf } from "../file/FilesContext.ts";
import { FormFiller } from "./FormFiller.tsx";

const none: FormFile[] = [];
type Begun = {
  key: string;
  title: string;
  reason: string | null;
  pages: FormPage[];
  times: FormSheet["times"];
  answers: Record<string, unknown>;
  files: FormFile[];
  orgId: string;
  formId: string;
  send: (answers: Record<string, unknown>) => Promise<{ number: string }>;
};

function Fill({ begun }: { begun: Begun }) {
  const navigate = useNavigate();
  const asked = useMemo(() => ({ pages: begun.pages }), [begun.pages]);
  const door = useMemo(
    () => doorOf(`/api/v1/vendor-forms/${begun.orgId}/files`, begun.formId),
    [begun.orgId, begun.formId],
  );
  return (
    <>
      {begun.reason && <p className="notice tone-warning">It came back: {begun.reason}</p>}
      <FormFiller
        form={asked}
        times={begun.times}
        begun={begun.answers}
        files={begun.files}
        door={door}
        draftKey={`form-${begun.key}`}
        sendLabel="Send"
        onSend={async (answers) => {
          const { number } = await begun.send(answers);
          notify.done(`${number} is sent`, "You get a letter when it is decided.");
          void navigate(pathTo("portalForms"));
        }}
      />
    </>
  );
}

type Written = { id: string; number: string };

function NewOne({ orgId, id }: { orgId: string; id: string }) {
  const path = `/api/v1/vendor-forms/${orgId}`;
  const sheet = useGet<FormSheet>("form-definitions", `${path}/${id}`, { first: true });
  const save = useMutationAction<Written>("form-submissions");
  if (sheet.isPending) return <RecordSkeleton />;
  if (!sheet.data) return <ErrorPanel error={sheet.error} what="The form" />;
  const { data } = sheet;
  return (
    <Fill
      begun={{
        key: data.id,
        title: data.name,
        reason: null,
        pages: data.pages,
        times: data.times,
        answers: data.prefilled,
        files: none,
        orgId,
        formId: data.id,
        send: (answers) => save.mutateAsync({ path, body: { formId: data.id, answers } }),
      }}
    />
  );
}

function Returned({ orgId, id }: { orgId: string; id: string }) {
  const path = `/api/v1/vendor-forms/${orgId}/submissions`;
  const sent = useGet<{ items: OwnView[] }>("form-submissions", path, { first: true });
  const save = useMutationAction<Written>("form-submissions");
  if (sent.isPending) return <RecordSkeleton />;
  if (!sent.data) return <ErrorPanel error={sent.error} what="What you sent" />;
  const s = sent.data.items.find((each) => each.id === id);
  if (!s) return <NoSuchRecord back={{ path: pathTo("portalForms"), title: "Forms" }} />;
  return (
    <Fill
      begun={{
        key: s.id,
        title: s.form,
        reason: s.statusReason,
        pages: s.pages,
        times: s.times,
        answers: s.answers,
        files: s.files,
        orgId,
        formId: s.formId,
        send: (answers) =>
          save.mutateAsync({
            path: `${path}/${id}/correct`,
            body: { answers },
            version: s.version,
          }),
      }}
    />
  );
}

/** /vendor-portal/forms/:orgId/:id: a vendor fills in a form, or corrects what came back. */
export default function PortalFill() {
  const { orgId = "", id = "" } = useParams();
  const correct = useSearchParams()[0].has("correct");
  return (
    <PortalFrame title={correct ? "Correct a form" : "Fill in a form"}>
      {correct ? <Returned orgId={orgId} id={id} /> : <NewOne orgId={orgId} id={id} />}
    </PortalFrame>
  );
}
