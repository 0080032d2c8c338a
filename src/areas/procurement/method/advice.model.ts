import { z } from "zod";
import { methods, type Method } from "./method.labels.ts";

export const methodNames = Object.keys(methods) as [Method, ...Method[]];
/** How a purchase chooses its method: fields of requisitions and of orders without one. */
export const methodFields = {
  method: z.enum(methodNames).nullish().meta({ title: "Procurement method" }),
  methodReason: z.string().trim().max(4000).default("").meta({ title: "Reason for the method" }),
};

/** What the rules suggest, as it is answered. */
export const adviceRow = z.object({ method: z.enum(methodNames), alternatives: z.array(z.enum(methodNames)), citation: z.string(), reason: z.string(), verified: z.boolean(), demands: z.array(z.string()) });
/** Like purchases nearby: how many, their cents together, and the newest of them. */
export const likePurchases = z.object({ count: z.number(), amount: z.number(), newest: z.array(z.object({ kind: z.enum(["requisition", "purchaseOrder"]), id: z.string(), number: z.string(), title: z.string(), amount: z.number(), requestedOn: z.string() })) });
export type LikePurchases = z.output<typeof likePurchases>;
