import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from "@cantoo/pdf-lib";
import type { Point } from "../takeoff/geometry.model.ts";

/** Where the sheet's scale bar begins and ends, in points, and how many feet that is. */
export const scaleBar = { from: [100, 60], to: [244, 60], feet: "40" } as const;

/** What is measured on the sheet, where it is drawn, in points: 3.6 of them are a foot. */
export const approach = {
  northStone: [
    [404, 520],
    [512, 520],
    [548, 628],
    [404, 628],
  ],
  southStone: [
    [404, 212],
    [548, 212],
    [512, 320],
    [404, 320],
  ],
  northRail: [
    [512, 486],
    [782, 486],
  ],
  southRail: [
    [512, 354],
    [782, 354],
  ],
  footing: [
    [476, 348],
    [512, 348],
    [512, 492],
    [476, 492],
  ],
} as const satisfies Record<string, readonly Point[]>;

type Pen = { page: PDFPage; font: PDFFont };
const [ink, thin, stone, steel] = [
  rgb(0.1, 0.1, 0.15),
  rgb(0.55, 0.57, 0.6),
  rgb(0.52, 0.42, 0.3),
  rgb(0.1, 0.3, 0.5),
];

const say = ({ page, font }: Pen, text: string, [x, y]: Point, size = 9) =>
  page.drawText(text, { x, y, size, font, color: ink });
const line = ({ page }: Pen, [from, to]: readonly [Point, Point], thickness = 1, color = ink) =>
  page.drawLine({
    ...{ thickness, color },
    start: { x: from[0], y: from[1] },
    end: { x: to[0], y: to[1] },
  });
const outline = ({ page }: Pen, points: readonly Point[], color = ink, fill = 0) =>
  page.drawSvgPath(`M ${points.map(([x, y]) => `${x} ${-y}`).join(" L ")} Z`, {
    ...{ x: 0, y: 0, borderColor: color, borderWidth: 1.2 },
    ...(fill > 0 ? { color, opacity: fill } : {}),
  });

const road = (pen: Pen) => {
  for (const y of [480, 360])
    line(pen, [
      [60, y],
      [980, y],
    ]);
  for (let x = 60; x < 980; x += 36)
    line(
      pen,
      [
        [x, 420],
        [x + 18, 420],
      ],
      0.7,
      thin,
    );
  // The deck ends at the east abutment; the creek runs below it.
  outline(pen, [
    [60, 348],
    [476, 348],
    [476, 492],
    [60, 492],
  ]);
  outline(pen, approach.footing, ink, 0.12);
  for (const x of [180, 372])
    for (const [from, to] of [
      [100, 340],
      [500, 700],
    ] as const)
      line(
        pen,
        [
          [x, from],
          [x + (x === 180 ? -14 : 14), to],
        ],
        0.8,
        steel,
      );
  say(pen, "BEVENS CREEK", [232, 610], 11);
  say(pen, "CO. RD. 14", [860, 426], 11);
  say(pen, "EAST ABUTMENT", [420, 500]);
};

const works = (pen: Pen) => {
  for (const area of [approach.northStone, approach.southStone]) outline(pen, area, stone, 0.2);
  for (const rail of [approach.northRail, approach.southRail]) {
    line(pen, rail, 2, steel);
    for (let x = rail[0][0]; x <= rail[1][0]; x += 22.5)
      pen.page.drawCircle({ x, y: rail[0][1], size: 2, color: steel });
  }
  say(pen, 'RIPRAP, CLASS III, 18" ON GEOTEXTILE', [404, 634]);
  say(pen, 'RIPRAP, CLASS III, 18" ON GEOTEXTILE', [404, 198]);
  say(pen, "GUARDRAIL, W-BEAM, 75'-0\"", [600, 493]);
  say(pen, "GUARDRAIL, W-BEAM, 75'-0\"", [600, 342]);
};

const frame = (pen: Pen) => {
  outline(pen, [
    [30, 30],
    [1194, 30],
    [1194, 762],
    [30, 762],
  ]);
  line(pen, [
    [990, 30],
    [990, 762],
  ]);
  say(pen, "CARVER COUNTY", [1004, 730], 13);
  say(pen, "ROADS AND BRIDGES", [1004, 714], 10);
  say(pen, "COUNTY ROAD 14 BRIDGE, P131", [1004, 686], 10);
  say(pen, "Drawn for the demonstration.", [1004, 660]);
  say(pen, "Not for construction.", [1004, 646]);
  say(pen, "EAST APPROACH PLAN", [1004, 90], 14);
  say(pen, "C-301", [1130, 46], 24);
  line(pen, [scaleBar.from, scaleBar.to], 2);
  for (const [x, feet] of [
    [100, "0"],
    [172, "20"],
    [244, "40 FT"],
  ] as const) {
    line(pen, [
      [x, 56],
      [x, 66],
    ]);
    say(pen, feet, [x - 3, 70]);
  }
  say(pen, "1\" = 20'", [270, 57], 10);
};

/** The plan of the bridge's east approach on a sheet of 17 by 11 inches, as PDF. */
export const drawApproach = async (): Promise<Uint8Array> => {
  const made = await PDFDocument.create();
  const pen = {
    page: made.addPage([1224, 792]),
    font: await made.embedFont(StandardFonts.Helvetica),
  };
  road(pen);
  works(pen);
  frame(pen);
  return made.save();
};
