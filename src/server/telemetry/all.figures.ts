import type { App } from "../app.ts";
import { connectionFigures, faultFigures, standbyFigures } from "./database.figures.ts";
import type { Durations } from "./durations.ts";
import type { Figure } from "./figures.ts";
import { diskFigures, processFigures } from "./machine.figures.ts";
import { wholeFigures } from "./whole.figures.ts";

/**
 * Every figure of this instance, the one source of `/metrics` and of what goes out by OTLP. A database
 * that does not answer is told of, and the rest is told all the same.
 */
export const allFigures = async (app: App, requests: Durations): Promise<Figure[]> => {
  const [whole, disks] = await Promise.all([
    wholeFigures(app).catch(() => null),
    diskFigures(app.config),
  ]);
  return [
    ...processFigures(),
    {
      name: "http_request_duration_seconds",
      help: "Answers by route template and class of status.",
      type: "histogram",
      times: requests,
    },
    ...connectionFigures(app.database),
    ...standbyFigures(app.database),
    ...faultFigures(),
    {
      name: "levee_db_up",
      help: "1 when the database answered this request.",
      type: "gauge",
      samples: [{ value: whole ? 1 : 0 }],
    },
    ...disks,
    ...(whole ?? []),
  ];
};
