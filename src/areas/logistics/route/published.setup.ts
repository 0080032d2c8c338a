import { readSolomon, readVrp } from "./instance.setup.ts";

const rows = (text: string): string[] => text.split(",").flatMap((row) => row.trim() || []);

// Places and demands of A-n32-k5, the depot first.
const augerat = rows(`
  82 76 0, 96 44 19, 50 5 21, 49 8 6, 13 7 19, 29 89 7, 58 30 12, 84 39 16,
  14 24 6, 2 39 16, 3 82 8, 5 10 14, 98 52 21, 84 25 16, 61 59 3, 1 65 22,
  88 51 18, 91 2 19, 19 32 1, 93 3 24, 50 93 8, 98 14 12, 5 42 4, 42 9 8,
  61 62 24, 9 97 24, 80 55 2, 57 69 20, 23 15 15, 20 70 2, 85 60 14, 98 5 9,
`);
/**
 * A-n32-k5 of Augerat et al. (1995), published with CVRPLIB: 31 customers, trucks of 100. Its optimum
 * of 784 is proven.
 */
export const augerat32 = () =>
  readVrp(
    [
      "CAPACITY : 100",
      "NODE_COORD_SECTION",
      ...augerat.map((row, at) => `${at + 1} ${row.split(" ").slice(0, 2).join(" ")}`),
      "DEMAND_SECTION",
      ...augerat.map((row, at) => `${at + 1} ${row.split(" ")[2]!}`),
      "DEPOT_SECTION",
    ].join("\n"),
  );

// Place, demand, window and work, the depot first.
const r101 = rows(`
  35 35 0 0 230 0, 41 49 10 161 171 10, 35 17 7 50 60 10, 55 45 13 116 126 10,
  55 20 19 149 159 10, 15 30 26 34 44 10, 25 30 3 99 109 10, 20 50 5 81 91 10,
  10 43 9 95 105 10, 55 60 16 97 107 10, 30 60 16 124 134 10, 20 65 12 67 77 10,
  50 35 19 63 73 10, 30 25 23 159 169 10, 15 10 20 32 42 10, 30 5 8 61 71 10,
  10 20 19 75 85 10, 5 30 2 157 167 10, 20 40 12 87 97 10, 15 60 17 76 86 10,
  45 65 9 126 136 10, 45 20 11 62 72 10, 45 10 18 97 107 10, 55 5 29 68 78 10,
  65 35 3 153 163 10, 65 20 6 172 182 10,
`);
const rc101 = rows(`
  40 50 0 0 240 0, 25 85 20 145 175 10, 22 75 30 50 80 10, 22 85 10 109 139 10,
  20 80 40 141 171 10, 20 85 20 41 71 10, 18 75 20 95 125 10, 15 75 20 79 109 10,
  15 80 10 91 121 10, 10 35 20 91 121 10, 10 40 30 119 149 10, 8 40 40 59 89 10,
  8 45 20 64 94 10, 5 35 10 142 172 10, 5 45 10 35 65 10, 2 40 20 58 88 10,
  0 40 20 72 102 10, 0 45 20 149 179 10, 44 5 20 87 117 10, 42 10 40 72 102 10,
  42 15 10 122 152 10, 40 5 10 67 97 10, 40 15 40 92 122 10, 38 5 30 65 95 10,
  38 15 10 148 178 10, 35 5 20 154 184 10,
`);
const solomon = (customers: readonly string[]) =>
  readSolomon(["25 200", ...customers.map((row, at) => `${at} ${row}`)].join("\n"));
/**
 * The first 25 customers of R101 and RC101 of Solomon (1987). Their optima of 617.1 and 461.1 are proven
 * (Kohl et al. 1999, distances cut off behind the first decimal).
 */
export const solomon101 = () => solomon(r101);
export const solomonMixed101 = () => solomon(rc101);
