import { product, type Gases } from "../line/gas.model.ts";

/** A factor that comes with the product: grams of each gas by a unit of fuel. */
export type ShippedFactor = Gases & { key: string; name: string; unit: string; note: string };

/** In whose words these factors stand, and since when they hold as they are. */
export const shippedSource =
  "40 CFR 98 tables C-1 and C-2 (78 FR 71950, 71952; 81 FR 89252, 9 December 2016)";
export const shippedFrom = "2017-01-01";

type Group = { ch4: string; n2o: string };
// Table C-2, kilograms by a million Btu.
const petroleum: Group = { ch4: "0.003", n2o: "0.0006" };
const gas: Group = { ch4: "0.001", n2o: "0.0001" };
const coal: Group = { ch4: "0.011", n2o: "0.0016" };

// Table C-1: key, name, unit, million Btu by the unit (higher heating value), kilograms of CO2 by a million Btu.
const fuels: readonly (readonly [string, string, string, string, string, Group])[] = [
  ["distillate-1", "Distillate fuel oil no. 1", "gal", "0.139", "73.25", petroleum],
  ["distillate-2", "Distillate fuel oil no. 2 (diesel)", "gal", "0.138", "73.96", petroleum],
  ["distillate-4", "Distillate fuel oil no. 4", "gal", "0.146", "75.04", petroleum],
  ["residual-6", "Residual fuel oil no. 6", "gal", "0.150", "75.10", petroleum],
  ["gasoline", "Motor gasoline", "gal", "0.125", "70.22", petroleum],
  ["aviation-gasoline", "Aviation gasoline", "gal", "0.120", "69.25", petroleum],
  ["jet-fuel", "Kerosene-type jet fuel", "gal", "0.135", "72.22", petroleum],
  ["kerosene", "Kerosene", "gal", "0.135", "75.20", petroleum],
  ["propane", "Propane", "gal", "0.091", "62.87", petroleum],
  ["lpg", "Liquefied petroleum gases", "gal", "0.092", "61.71", petroleum],
  ["natural-gas-volume", "Natural gas by volume", "cu ft", "0.001026", "53.06", gas],
  // A therm is a tenth of a million Btu by definition.
  ["natural-gas", "Natural gas by heat", "therm", "0.1", "53.06", gas],
  ["coal-bituminous", "Coal, bituminous", "ton", "24.93", "93.28", coal],
  ["coal-subbituminous", "Coal, subbituminous", "ton", "17.25", "97.17", coal],
];

/** Grams of a gas by a unit of fuel: heat of the unit times kilograms by the heat, times a thousand. */
const grams = (heat: string, kilos: string): string => product(product(heat, kilos), "1000");

export const shippedFactors: readonly ShippedFactor[] = fuels.map(
  ([key, name, unit, heat, co2, { ch4, n2o }]) => ({
    ...{ key, name, unit },
    ...{ co2: grams(heat, co2), ch4: grams(heat, ch4), n2o: grams(heat, n2o) },
    note: `${heat} mmBtu by ${unit}; by mmBtu: ${co2} kg CO2, ${ch4} kg CH4, ${n2o} kg N2O`,
  }),
);
