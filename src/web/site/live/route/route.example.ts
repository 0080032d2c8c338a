import type { Place, RouteAnswer } from "./route.model.ts";

/**
 * The depot and eleven stops that a visitor finds. The answer stands beside them so that the page
 * reads without script; a test solves it anew.
 */
export const firstPlaces: readonly Place[] = [
  { x: 11, y: 8 },
  { x: 9.5, y: 4 },
  { x: 17.5, y: 10 },
  { x: 6, y: 3.5 },
  { x: 14.5, y: 11 },
  { x: 2.5, y: 9 },
  { x: 17, y: 6 },
  { x: 21, y: 13.5 },
  { x: 21.5, y: 2 },
  { x: 5.5, y: 13 },
  { x: 2, y: 2 },
  { x: 6.5, y: 6.5 },
];
export const firstAnswer: RouteAnswer = {
  tour: [0, 4, 2, 7, 8, 6, 1, 11, 3, 10, 5, 9],
  length: 6868,
  bound: 6868,
  loops: [[0, 4, 2, 7, 8, 6, 1, 11, 3, 10, 5, 9]],
  proven: true,
  rounds: [
    { bound: 6617, loops: 2 },
    { bound: 6689, loops: 2 },
    { bound: 6785, loops: 2 },
    { bound: 6819, loops: 2 },
    { bound: 6868, loops: 1 },
  ],
};
