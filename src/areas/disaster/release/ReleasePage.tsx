import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { releaseCycle } from "../incident/incident.labels.ts";
import type { Release } from "../incident/incident.model.ts";

type Detail = Release & { actions: OfferedAction[]; mayChange: boolean };

function ChangeDialog({ release: r, onClose }: { release: Detail; onClose: () => void }) {
  const act = useMutationAction("incident-releases");
  return (
    <FormDialog<{ title: string; body: string }>
      title={`Change ${r.number}`}
      description="Somebody else approves it before it is published."
      className="dialog dialog-wide"
      defaultValues={{ title: r.title, body: r.body }}
      submitLabel="Save"
      onSubmit={async (body) => {
        await act.mutateAsync({
          method: "PATCH",
          path: `/api/v1/incident-releases/${r.id}`,
          version: r.version,
          body,
        });
        notify.done("Saved", r.number);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="title" label="Headline" required maxLength={200} />
      <TextArea name="body" label="Text" rows={8} required maxLength={20000} />
    </FormDialog>
  );
}

/** One release: written, approved by somebody else, published on the citizen portal. */
export default function ReleasePage() {
  const { id = "" } = useParams();
  const [changing, setChanging] = useState<Detail | null>(null);
  return (
    <>
      <RecordPage<Detail>
        path="/api/v1/incident-releases"
        id={id}
        lifecycle={releaseCycle}
        title={(r) => r.title}
        subtitle={(r) => (
          <Link to={pathTo("incident", { id: r.incidentId })}>Incident {r.incident}</Link>
        )}
        tabs={[
          {
            id: "text",
            label: "Text",
            content: (r) => (
              <p className="max-w-[68ch] whitespace-pre-wrap text-16 leading-6">{r.body}</p>
            ),
          },
        ]}
        extraActions={(r) =>
          r.mayChange
            ? [
                {
                  label: "Change",
                  icon: <Pencil aria-hidden="true" />,
                  onSelect: () => setChanging(r),
                },
              ]
            : []
        }
        rail={(r) => (
          <Facts>
            <Fact label="Written by">{r.author ?? "—"}</Fact>
          </Facts>
        )}
      />
      {changing && <ChangeDialog release={changing} onClose={() => setChanging(null)} />}
    </>
  );
}
