import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import type { AnyForm } from "#web/kit/form/RecordForm.tsx";
import type { DelayCause } from "./log.labels.ts";
import type { LogDetail } from "./log.model.ts";

type Crew = { employer: string; trade: string; people: string; hours: string };
type Machine = { employer: string; what: string; hours: string };
type Quantity = { purchaseOrderLineId: string; station: string; quantity: string; note: string };

/** What the form of a daily log holds. */
type LogValues = {
  day: string;
  conditions: string;
  temperatureLow: string;
  temperatureHigh: string;
  crews: Crew[];
  equipment: Machine[];
  quantities: Quantity[];
  delayCause: DelayCause | "";
  delayHours: string;
  delayNote: string;
  notes: string;
  photos: Pick<StoredFile, "id" | "name" | "size">[];
};

const blank: LogValues = {
  day: "",
  conditions: "",
  temperatureLow: "",
  temperatureHigh: "",
  crews: [],
  equipment: [],
  quantities: [],
  delayCause: "",
  delayHours: "",
  delayNote: "",
  notes: "",
  photos: [],
};

/** Crews as a form holds them: of the log before, or of this one. */
export const crewsOf = (crews: LogDetail["crews"]): Crew[] =>
  crews.map((crew) => ({ ...crew, people: String(crew.people) }));

const formOf = (log: LogDetail): LogValues => ({
  day: log.day,
  conditions: log.conditions,
  temperatureLow: log.temperatureLow === null ? "" : String(log.temperatureLow),
  temperatureHigh: log.temperatureHigh === null ? "" : String(log.temperatureHigh),
  crews: crewsOf(log.crews),
  equipment: log.equipment,
  quantities: log.quantities.map(({ purchaseOrderLineId, station, quantity, note }) => ({
    purchaseOrderLineId,
    station,
    quantity,
    note,
  })),
  delayCause: log.delayCause ?? "",
  delayHours: log.delayHours ?? "",
  delayNote: log.delayNote,
  notes: log.notes,
  photos: log.photos.map(({ id, name }) => ({ id, name, size: 0 })),
});

const whole = (text: string) => (text.trim() === "" ? null : Number(text));

/** What is sent of a form. */
const bodyOf = ({ photos, ...log }: LogValues) => ({
  ...log,
  temperatureLow: whole(log.temperatureLow),
  temperatureHigh: whole(log.temperatureHigh),
  crews: log.crews.map((crew) => ({ ...crew, people: whole(crew.people) })),
  delayCause: log.delayCause || null,
  delayHours: log.delayHours.trim() || null,
  photoFileIds: photos.map(({ id }) => id),
});

/** The form of a daily log. */
export const logForm: AnyForm = {
  path: "/api/v1/daily-logs",
  blank: (known: object = {}) => ({ ...blank, ...known }),
  toForm: formOf as AnyForm["toForm"],
  toInput: bodyOf as AnyForm["toInput"],
};
