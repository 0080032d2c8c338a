import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { api } from "../api.ts";
import { DropZone, uploadFile } from "../form/DropZone.tsx";
import { ErrorPanel, Panel } from "../states.tsx";
import { useMutationAction } from "../queries.ts";
import { notify } from "../Toasts.tsx";
import { firstSaid, type ImportRun, type Said } from "./contract.ts";
import type { How } from "./FileStep.tsx";
import { MapStep } from "./MapStep.tsx";
import { PreviewStep, ReportStep } from "./PreviewStep.tsx";

type WizardProps = {
  /** The server's name for what is imported: `vendors`, `budget-lines`. */
  kind: string;
  /** What one row is, in the plural: "vendors". */
  things: string;
  /** Nouns to read anew afterwards. */
  nouns: readonly string[];
  accept?: string;
  help?: ReactNode;
  onDone: (run: ImportRun) => void;
};

const steps = ["Upload", "Match columns", "Check", "Report"] as const;
const stepOf = (run: ImportRun | undefined): number =>
  !run
    ? 0
    : run.state === "mapping"
      ? 1
      : run.state === "committed" || run.state === "committing"
        ? 3
        : 2;

function Progress({ at }: { at: number }) {
  return (
    <ol className="steps" aria-label="Steps of the import" tabIndex={0}>
      {steps.map((name, index) => (
        <li
          key={name}
          className="step"
          data-state={index < at ? "done" : index === at ? "now" : "ahead"}
          aria-current={index === at ? "step" : undefined}
        >
          <b>{name}</b>
          {index < at && (
            <span className="inline-flex items-center gap-1">
              <Check aria-hidden="true" className="!size-3" />
              done
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

const useRun = (id: string | null) =>
  useQuery({
    queryKey: ["noun", "import", "record", id],
    enabled: id !== null,
    queryFn: ({ signal }) => api<ImportRun>(`/api/v1/imports/${id}`, { signal }),
    refetchInterval: (query) =>
      query.state.data?.state === "validating" || query.state.data?.state === "committing"
        ? 1_000
        : false,
  });

/**
 * The run that the page is about stands in its address: leaving, a reload and the jobs tray come
 * back to it.
 */
const useRunId = (): [string | null, (id: string | null) => void] => {
  const [search, setSearch] = useSearchParams();
  return [
    search.get("import"),
    (id) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (id) next.set("import", id);
          else next.delete("import");
          return next;
        },
        { replace: true },
      ),
  ];
};

/**
 * Brings a file in without surprises: upload, match columns, check, see what would change, do it,
 * get the rejected rows back.
 */
export function ImportWizard({
  kind,
  things,
  nouns,
  accept = ".csv,.txt,.tsv,.xlsx,.geojson,.json",
  help,
  onDone,
}: WizardProps) {
  const [id, setId] = useRunId();
  const [chosen, setSaid] = useState<Said | null>(null);
  const [remap, setRemap] = useState(false);
  const start = useMutationAction<ImportRun>("import");
  const step = useMutationAction("import", ...nouns);
  const loaded = useRun(id);
  const run = loaded.data;
  const said = chosen ?? (run ? firstSaid(run) : null);
  const at = remap ? 1 : stepOf(run);
  const upload = async (files: File[]) => {
    const [file] = files;
    if (!file) return;
    try {
      const stored = await uploadFile(file);
      const made = await start.mutateAsync({
        path: "/api/v1/imports",
        body: { kind, fileId: stored.id },
      });
      setSaid(null);
      setId(made.id);
    } catch (error) {
      notify.failed(`${file.name} was not taken`, error);
    }
  };
  const validate = () => {
    if (!said) return;
    const { sheet: _sheet, headingRow: _row, letters: _letters, ...reading } = said.reading;
    step.mutate(
      { path: `/api/v1/imports/${id}/validate`, body: { mapping: said.mapping, reading } },
      {
        onSuccess: () => setRemap(false),
        onError: (error) => notify.failed("The check did not start", error),
      },
    );
  };
  const readAnew = (how: How) =>
    step.mutate(
      { path: `/api/v1/imports/${id}/headings`, body: how },
      {
        onSuccess: () => setSaid(null),
        onError: (error) => notify.failed("The file could not be read so", error),
      },
    );
  const commit = () =>
    step.mutate(
      { path: `/api/v1/imports/${id}/actions/commit` },
      { onError: (error) => notify.failed("The import did not start", error) },
    );
  const again = () => {
    setId(null);
    setSaid(null);
    setRemap(false);
  };
  return (
    <div>
      <Progress at={at} />
      {at === 0 && (id === null || loaded.isError) && (
        <Panel title={`A file of ${things}`}>
          <div className="grid gap-4">
            {help && <div className="text-t2">{help}</div>}
            <DropZone
              accept={accept}
              busy={start.isPending}
              onFiles={(files) => void upload(files)}
            />
          </div>
        </Panel>
      )}
      {loaded.isError && (
        <ErrorPanel error={loaded.error} what="The import" onRetry={() => void loaded.refetch()} />
      )}
      {run && at === 1 && said && (
        <MapStep
          key={`${run.reading?.sheet} ${run.reading?.headingRow} ${run.reading?.letters}`}
          run={run}
          said={said}
          onChange={setSaid}
          onRead={readAnew}
          busy={step.isPending}
          onNext={validate}
          onBack={again}
        />
      )}
      {run && at === 2 && (
        <PreviewStep
          run={run}
          things={things}
          busy={step.isPending}
          onCommit={commit}
          onCheck={validate}
          onRemap={() => setRemap(true)}
          onAgain={again}
        />
      )}
      {run && at === 3 && <ReportStep run={run} things={things} onAgain={again} onDone={onDone} />}
    </div>
  );
}
