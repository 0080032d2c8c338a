import { FileText } from "lucide-react";
import { useState } from "react";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";

/** The agency's PDFs that this submission can be filled into. */
export function SubmissionPapers({ id }: { id: string }) {
  const path = `/api/v1/form-submissions/${id}/papers`;
  const found = useGet<{ items: { id: string; name: string }[] }>("paper-templates", path);
  const [busy, setBusy] = useState<string | null>(null);
  if (!found.data || found.data.items.length === 0) return null;
  const fetchPaper = async (templateId: string) => {
    setBusy(templateId);
    await download(`${path}/${templateId}`).catch((error: unknown) =>
      notify.failed("The PDF could not be filled in", error),
    );
    setBusy(null);
  };
  return (
    <Panel title="As PDF">
      <ul className="grid gap-2">
        {found.data.items.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              className="btn btn-small"
              disabled={busy !== null}
              onClick={() => void fetchPaper(template.id)}
            >
              <FileText aria-hidden="true" />
              {busy === template.id ? "Filling in…" : template.name}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
