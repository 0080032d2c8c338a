import { Download, RefreshCw } from "lucide-react";
import { useMemo, useRef } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { FormFiller } from "#areas/forms/forms.ui.tsx";
import type { Asked } from "#areas/forms/forms.public.ts";
import { download } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { FormSheet } from "./application.model.ts";
import { Findings } from "./Findings.tsx";
import { FormAnswers } from "./FormAnswers.tsx";

function XmlState({ of }: { of: FormSheet }) {
  return (
    <Panel title="XML by the official schema">
      {!of.xml.checked ? (
        <p>Not checked: no schema of this form is at hand.</p>
      ) : of.xml.valid ? (
        <p>Valid. Who signs and when is filled in with the signature.</p>
      ) : (
        <ul className="stack">
          {of.xml.errors.map((error) => (
            <li key={error} className="break-words">
              {error}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** One federal form of an application, filled in by the questions that it is made of. */
export default function FormPage() {
  const { id = "", code = "" } = useParams();
  const navigate = useNavigate();
  const address = `/api/v1/grant-applications/${id}/forms/${code}`;
  const sheet = useGet<FormSheet>("grant-applications", address, { first: true });
  const save = useMutationAction("grant-applications");
  const pages = sheet.data?.pages;
  const typedNowRef = useRef<(() => Record<string, unknown>) | null>(null);
  const asked = useMemo(() => ({ pages: (pages ?? []) as Asked["pages"] }), [pages]);
  if (sheet.isPending) return <RecordSkeleton />;
  if (!sheet.data) return <ErrorPanel error={sheet.error} what="The form" />;
  const { data } = sheet;
  const back = () => void navigate(pathTo("grantApplication", { id }));
  // A screen sends the form as it stands: what was emptied on it is taken away.
  const emptied = Object.fromEntries(Object.keys(data.answers).map((key) => [key, null]));
  const store = (answers: Record<string, unknown>, whole: boolean) =>
    save.mutateAsync({
      method: "PATCH",
      path: address,
      body: { answers: { ...emptied, ...answers }, whole },
      version: data.version,
    }) as Promise<{ version: number }>;
  const keep = async (answers: Record<string, unknown>, whole: boolean) => {
    await store(answers, whole);
    notify.done("Saved", code);
    back();
  };
  // What was typed is kept first: filling in draws the form anew.
  const refill = async () => {
    const { version } = await store(typedNowRef.current?.() ?? data.answers, false);
    await save.mutateAsync({ path: `${address}/refill`, body: {}, version });
    notify.done("Filled in anew", code);
  };
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">
          {data.code} {data.name}
        </h1>
        <p className="text-t2">
          Version {data.formVersion}, of{" "}
          <Link to={pathTo("grantApplication", { id })}>the application</Link>.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {data.mayEdit && (
          <button
            type="button"
            className="btn"
            onClick={() =>
              void refill().catch((error: unknown) =>
                notify.failed("The form could not be filled in", error),
              )
            }
          >
            <RefreshCw aria-hidden="true" />
            Fill in from budget and applicant
          </button>
        )}
        <button
          type="button"
          className="btn"
          onClick={() =>
            void download(`${address}/xml`).catch((error: unknown) =>
              notify.failed("The XML could not be saved", error),
            )
          }
        >
          <Download aria-hidden="true" />
          XML
        </button>
      </div>
      {data.mayEdit ? (
        <FormFiller
          key={data.version}
          form={asked}
          begun={data.answers}
          draftKey={null}
          pairs
          typedNowRef={typedNowRef}
          sendLabel="Save as complete"
          onSend={(answers) => keep(answers, true)}
          onKeep={(answers) => keep(answers, false)}
        />
      ) : (
        <FormAnswers form={asked} answers={data.answers} />
      )}
      <Panel title="What the rules find in the saved form">
        <Findings
          items={data.findings}
          looked="answers that are asked, their form, the arithmetic, and what other forms, application and budget say"
        />
      </Panel>
      <XmlState of={data} />
    </div>
  );
}
