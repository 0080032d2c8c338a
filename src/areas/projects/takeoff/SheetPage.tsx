import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { SheetItems } from "./assembly/SheetItems.tsx";
import { begunDraft, withPoint, type Draft } from "./draft.model.ts";
import type { Point } from "./geometry.model.ts";
import { MeasuredList } from "./MeasuredList.tsx";
import type { DrawnOnSheet, DrawnRow } from "./measurement.model.ts";
import { StandingPanel } from "./out/StandingPanel.tsx";
import type { SheetDetail } from "./plan.model.ts";
import { SheetDrawing } from "./SheetDrawing.tsx";
import { SheetTools, type Tool } from "./SheetTools.tsx";
import { useVertices, type Vertices } from "./vertices/useVertices.ts";
import { VerticesPanel } from "./vertices/VerticesPanel.tsx";

const MeasureDialog = dialogOnDemand(
  async () => (await import("./MeasureDialog.tsx")).MeasureDialog,
);
const ScaleDialog = dialogOnDemand(async () => (await import("./ScaleDialog.tsx")).ScaleDialog);
const PartDialog = dialogOnDemand(async () => (await import("./SheetDialogs.tsx")).PartDialog);
const NameDialog = dialogOnDemand(async () => (await import("./SheetDialogs.tsx")).NameDialog);
const RequisitionDialog = dialogOnDemand(
  async () => (await import("./RequisitionDialog.tsx")).RequisitionDialog,
);
const SolicitationDialog = dialogOnDemand(
  async () => (await import("./out/SolicitationDialog.tsx")).SolicitationDialog,
);

type Asked = "measure" | "scale" | "part" | "name" | "requisition" | "solicitation";

const partsOf = (sheet: SheetDetail, { items, stale }: DrawnOnSheet): FindingPart[] => {
  const unscaled = items.filter(({ quantity }) => quantity === null).length;
  const unsent = items.filter(
    ({ quantity, status, ended }) => quantity !== null && (status !== "sent" || ended),
  ).length;
  const [newest] = sheet.revisions;
  return [
    ...(sheet.current || !newest
      ? []
      : [
          {
            text: `Revision ${newest.revision} of this sheet is the current one`,
            to: pathTo("planSheet", { id: newest.id }),
          },
        ]),
    ...(stale.length > 0
      ? [
          {
            text: `${counted(stale.length, "measurement is", "measurements are")} on an older revision`,
          },
        ]
      : []),
    ...(unscaled > 0
      ? [
          {
            text: `${counted(unscaled, "measurement has", "measurements have")} no quantity: set the scale`,
          },
        ]
      : []),
    ...(unsent > 0
      ? [{ text: `${counted(unsent, "measurement is", "measurements are")} in no requisition yet` }]
      : []),
  ];
};

const noneOf = ({ viewports }: SheetDetail, { items }: DrawnOnSheet): string =>
  viewports.every(({ scale }) => scale === null)
    ? "No scale is set yet. Set it before you measure."
    : items.length === 0
      ? "The scale is set. Nothing is measured yet."
      : `${counted(items.length, "measurement")}, all of them in requisitions.`;

/** What a person does on a sheet: the tool, what is drawn, the points of a scale or part. */
const useDrawing = () => {
  const [tool, setTool] = useState<Tool>("pan");
  const [draft, setDraft] = useState<Draft | null>(null);
  const [marks, setMarks] = useState<Point[]>([]);
  const choose = (next: Tool) => {
    setTool(next);
    setMarks([]);
    setDraft(next === "pan" || next === "scale" || next === "part" ? null : begunDraft(next));
  };
  const point = (at: Point) => {
    if (draft) setDraft(withPoint(draft, at));
    else setMarks([...marks.slice(-1), at]);
  };
  return { tool, draft, marks, choose, setDraft, point };
};

/** The shape whose points are changed, for the drawing. */
const handledOf = (sheet: SheetDetail, { held, asks, change }: Vertices) =>
  held && { editing: held.editing, theirs: asks?.theirs ?? null, page: sheet, change };

/** The whole sheet at first on a phone, its own size elsewhere. */
const firstZoom = (): number => (matchMedia("(max-width: 640px)").matches ? 0.3 : 1);

function Sheet({ sheet, drawn }: { sheet: SheetDetail; drawn: DrawnOnSheet }) {
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<string | null>(search.get("measurement"));
  const [zoom, setZoom] = useState(firstZoom);
  const [over, setOver] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const drawing = useDrawing();
  const vertices = useVertices();
  const handled = drawn.items.find(({ id }) => id === vertices.held?.id);
  const close = () => setAsked(null);
  const done = () => drawing.choose("pan");
  const edited: DrawnRow | null = drawn.items.find(({ id }) => id === chosen) ?? null;
  return (
    <>
      <SheetTools sheet={sheet} {...{ zoom, setZoom, over, setOver, drawing }} onAsk={setAsked} />
      {handled && <VerticesPanel sheet={sheet} row={handled} vertices={vertices} />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <SheetDrawing
          sheetId={sheet.id}
          label={`Drawing ${sheet.number} ${sheet.title}`}
          zoom={zoom}
          rows={drawn.items.filter((row) => row !== handled)}
          handled={handledOf(sheet, vertices)}
          draft={drawing.draft}
          marks={drawing.marks}
          boxes={sheet.viewports.slice(1).map(({ name, box }) => ({ name, box }))}
          chosen={chosen}
          over={over}
          onPoint={drawing.tool === "pan" ? null : drawing.point}
          onChoose={setChosen}
        />
        <MeasuredList
          sheet={sheet}
          drawn={drawn}
          chosen={chosen}
          onChoose={setChosen}
          onEdit={() => setAsked("measure")}
          onPoints={(row) => {
            drawing.choose("pan");
            vertices.begin(row);
          }}
        />
      </div>
      {asked === "measure" && (
        <MeasureDialog
          {...{ sheet }}
          draft={drawing.draft}
          edited={drawing.draft ? null : edited}
          onClose={close}
          onDone={done}
        />
      )}
      {asked === "scale" && (
        <ScaleDialog {...{ sheet }} marks={drawing.marks} onClose={close} onDone={done} />
      )}
      {asked === "part" && (
        <PartDialog {...{ sheet }} marks={drawing.marks} onClose={close} onDone={done} />
      )}
      {asked === "name" && <NameDialog {...{ sheet }} onClose={close} />}
      {asked === "requisition" && <RequisitionDialog {...{ sheet }} onClose={close} />}
      {asked === "solicitation" && <SolicitationDialog {...{ sheet }} onClose={close} />}
    </>
  );
}

/** A sheet: what is to be looked at, the drawing with its shapes, what was measured by cost code. */
export default function SheetPage() {
  const { id = "" } = useParams();
  const sheet = useGet<SheetDetail>("plan-sets", `/api/v1/plan-sheets/${id}`);
  const drawn = useGet<DrawnOnSheet>("measurements", `/api/v1/plan-sheets/${id}/measurements`);
  const error = sheet.error ?? drawn.error;
  if (error) return <ErrorPanel error={error} what="The sheet" />;
  if (!sheet.data || !drawn.data) return <TableSkeleton columns={3} />;
  const { data } = sheet;
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>
          {data.number} {data.title}
        </h1>
        <p className="text-13 text-t2">
          <Link className="underline" to={pathTo("quantityTakeoff")}>
            {data.planSet}
          </Link>
          {`, revision ${data.revision}, `}
          <Link className="underline" to={pathTo("project", { id: data.projectId })}>
            {data.projectNumber} {data.project}
          </Link>
        </p>
        <Finding parts={partsOf(data, drawn.data)} none={noneOf(data, drawn.data)} />
      </header>
      <Sheet key={id} sheet={data} drawn={drawn.data} />
      <StandingPanel path={`/api/v1/plan-sheets/${id}`} />
      <SheetItems sheetId={id} />
    </div>
  );
}
