import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Leaving } from "#web/kit/form/Leaving.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import {
  baseOf,
  divide,
  linesOn,
  sourceLabel,
  suggested,
  type Draft,
  type Line,
} from "./editing.ts";
import { EditorHead } from "./EditorHead.tsx";
import { LineList } from "./LineList.tsx";
import { blankPlace, type Box, type Place } from "./paper.labels.ts";
import type { Bases, PaperRow, PaperTemplate } from "./paper.model.ts";
import { divisionFrom } from "./parts.model.ts";
import { PaperPage, type Mark } from "./PaperPage.tsx";
import { usePaperBytes, usePdf } from "./usePaper.ts";

const path = "/api/v1/paper-templates";
const TryDialog = dialogOnDemand(async () => (await import("./TryPaper.tsx")).TryPaper);

const marksOf = (lines: readonly Line[], page: number, says: (line: Line) => string): Mark[] =>
  lines.flatMap((line) =>
    line.boxes.flatMap((box, n) =>
      box.page === page
        ? [
            {
              id: `${line.id}@${n}`,
              label: line.label,
              says: says(line),
              box,
              small: line.ticks,
              filled: line.place !== null,
              placed: line.field === null,
            },
          ]
        : [],
    ),
  );

/** The places with a change of one line: null takes it out. */
const changed = (places: Place[], line: Line, change: Partial<Place> | null): Place[] => {
  if (change === null) return places.filter((_, at) => at !== line.at);
  if (line.at < 0) return [...places, blankPlace({ field: line.field!.name, ...change })];
  return places.map((place, at) => (at === line.at ? { ...place, ...change } : place));
};

function Editor({
  template,
  paper,
  bases,
}: {
  template: PaperTemplate;
  paper: PaperRow;
  bases: Bases;
}) {
  const navigate = useNavigate();
  const save = useMutationAction<PaperTemplate>("paper-templates");
  const { bytes, problem } = usePaperBytes(paper.id);
  const { pdf, problem: unread } = usePdf(bytes);
  const { name, offered, places: stored } = template;
  const [draft, setDraft] = useState<Draft>({ name, offered, places: stored });
  const [saved, setSaved] = useState(draft);
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<string | null>(null);
  const [drawing, setDrawing] = useState(false);
  const [tried, setTried] = useState<PaperTemplate | null>(null);
  const { places } = draft;
  const setPlaces = (next: Place[]) => setDraft((now) => ({ ...now, places: next }));
  const base = baseOf(bases, template.basis);
  const lines = useMemo(() => linesOn(paper.sheet, places, page), [paper.sheet, places, page]);
  const dirty = draft !== saved;
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = dirty;
  }, [dirty]);
  const next = template.status === "published";
  const choose = (id: string) => {
    setChosen(id);
    document.getElementById(`line ${id}`)?.scrollIntoView({ block: "nearest" });
  };
  const add = (box: Box) => {
    setPlaces([...places, blankPlace({ box, label: "" })]);
    setDrawing(false);
    setChosen(`box:${places.length}`);
  };
  const keep = async (): Promise<PaperTemplate> => {
    const body = { ...draft, paperId: template.paperId, basis: template.basis };
    const kept = await save.mutateAsync(
      next
        ? { path: `${path}?nextVersionOf=${template.definitionId}`, body }
        : {
            method: "PATCH",
            path: `${path}/${template.id}`,
            body: draft,
            version: template.version,
          },
    );
    const now = { name: kept.name, offered: kept.offered, places: kept.places };
    setDraft(now);
    setSaved(now);
    unsaved.current = false;
    if (next) void navigate(pathTo("paperEdit", { id: kept.id }), { replace: true });
    return kept;
  };
  const onSave = () =>
    void keep().then(
      () => notify.done("Draft saved", "Nobody fills it in until it is published."),
      (error: unknown) => notify.failed("The draft was not saved", error),
    );
  const onTry = () =>
    void (dirty ? keep() : Promise.resolve(template)).then(setTried, (error: unknown) =>
      notify.failed("The draft was not saved", error),
    );
  return (
    <>
      <EditorHead
        draft={draft}
        dirty={dirty}
        paper={paper}
        base={base}
        form={template.basis.kind === "form"}
        page={page}
        drawing={drawing}
        busy={save.isPending}
        next={next}
        onDraft={setDraft}
        onPage={(to) => {
          setPage(to);
          setChosen(null);
        }}
        onDraw={() => setDrawing(!drawing)}
        onAdd={() =>
          add({ page, x: 72, y: paper.sheet.pages[page]!.height / 2, width: 160, height: 18 })
        }
        onSuggest={() => {
          const found = suggested(paper.sheet, places, base);
          setPlaces([...places, ...found]);
          notify.done(
            found.length === 0
              ? "No field has the name of an answer or column"
              : `${found.length} fields mapped by their names`,
          );
        }}
        onSave={onSave}
        onTry={onTry}
      />
      {(problem ?? unread) && (
        <p className="notice tone-danger" role="alert">
          The pages cannot be drawn here: {problem ?? unread} The list of fields works without them.
        </p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="min-w-0 lg:sticky lg:top-4">
          {pdf ? (
            <PaperPage
              key={page}
              pdf={pdf}
              at={page}
              marks={marksOf(lines, page, (line) => sourceLabel(base, line.place?.source))}
              chosen={chosen}
              drawing={drawing}
              onChoose={choose}
              onBox={(id, box) => {
                const line = lines.find((each) => each.id === id.split("@")[0]);
                if (line) setPlaces(changed(places, line, { box }));
              }}
              onDrawn={add}
            />
          ) : (
            <RecordSkeleton />
          )}
        </div>
        <section className="panel min-w-0" aria-label="Places">
          <LineList
            lines={lines}
            base={base}
            chosen={chosen}
            divisionOf={(line) => line.field && divisionFrom(paper.sheet, line.field)}
            onChoose={setChosen}
            onChange={(line, change) => setPlaces(changed(places, line, change))}
            onDivide={(line, division) => setPlaces(divide(places, division, line.place!.source))}
          />
        </section>
      </div>
      <Leaving
        blocks={() => unsaved.current}
        text="What you changed since it was saved last will be lost."
      />
      {tried && <TryDialog template={tried} onClose={() => setTried(null)} />}
    </>
  );
}

/** /utility-form-filler/papers/:id: says what stands where on a PDF. */
export default function PaperEditor() {
  const { id = "" } = useParams();
  const list = useGet<{ items: PaperTemplate[] }>("paper-templates", path, { first: true });
  const bases = useGet<Bases>("form-definitions", "/api/v1/paper-bases");
  const template = list.data?.items.find((each) => each.id === id);
  const paper = useGet<PaperRow>("papers", `/api/v1/papers/${template?.paperId}`, {
    enabled: template !== undefined,
  });
  const failed = [list, bases, paper].find((each) => each.isError);
  if (failed)
    return (
      <ErrorPanel error={failed.error} what="The template" onRetry={() => void failed.refetch()} />
    );
  if (list.data && (!template || template.status === "retired"))
    return (
      <EmptyState kind="no-results" title="This version cannot be changed">
        It is retired, or it no longer exists.
      </EmptyState>
    );
  if (!template || !bases.data || !paper.data) return <RecordSkeleton />;
  return (
    <div className="stack">
      <Editor key={template.id} template={template} paper={paper.data} bases={bases.data} />
    </div>
  );
}
