// The pictures of the documentation are those that the tool draws.
import { expect, test } from "vitest";
import { draw } from "./draw.ts";
import { pictures } from "./pictures.ts";

test.for(Object.entries(pictures))(
  "docs/pictures/%s.svg is drawn from its boxes and arrows",
  async ([name, picture]) => {
    await expect(draw(picture)).toMatchFileSnapshot(`../../docs/pictures/${name}.svg`);
  },
);

test("an arrow to a box that does not exist is rejected", () => {
  const arrows = [{ from: ["a", "right"], to: ["b", "left"] }] as const;

  expect(() =>
    draw({ title: "A", columns: 1, rows: 1, boxes: [{ id: "a", column: 0, row: 0, lines: ["a"] }], arrows }),
  ).toThrow('Cannot draw an arrow: there is no box "b"');
});
