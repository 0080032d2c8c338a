import type { z } from "zod";
import { endpoint, idParams, type Endpoint, type Told } from "./endpoint.ts";

type Shape = z.ZodType;

/**
 * What people do at an address that is no step of a lifecycle: `POST <at>/actions/<name>`, with the
 * permission that stands here. Steps of a noun are `stepEndpoints`.
 */
export const actAt = <
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  R extends Shape | undefined = undefined,
>(
  at: string,
  name: string,
  told: Told<"POST", P, Q, B, R>,
): Endpoint =>
  endpoint<"POST", P, Q, B, R>({ ...told, method: "POST", path: `${at}/actions/${name}` });

/** The same at one record of a list: `POST <path>/{id}/actions/<name>`. */
export const recordAct = <
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  R extends Shape | undefined = undefined,
>(
  path: string,
  name: string,
  told: Omit<Told<"POST", undefined, Q, B, R>, "params" | "ahead" | "handler"> &
    Pick<Told<"POST", typeof idParams, Q, B, R>, "ahead" | "handler">,
): Endpoint => actAt<typeof idParams, Q, B, R>(`${path}/{id}`, name, { ...told, params: idParams });
