// What a million rows are read into: names by number, and columns that grow.

/** Numbers names in the order in which they are met. */
export class Names {
  readonly list: string[] = [];
  private readonly places = new Map<string, number>();

  of(name: string): number {
    let place = this.places.get(name);
    if (place === undefined) {
      place = this.list.length;
      this.list.push(name);
      this.places.set(name, place);
    }
    return place;
  }
}

/** A typed array that grows by pushing. */
export class Column<A extends Int32Array | Float64Array> {
  length = 0;
  private cells: A;
  private readonly make: new (
    length: number,
  ) => A;

  constructor(make: new (length: number) => A) {
    this.make = make;
    this.cells = new make(1024);
  }

  push(value: number): void {
    if (this.length === this.cells.length) {
      const wider = new this.make(this.length * 2);
      wider.set(this.cells);
      this.cells = wider;
    }
    this.cells[this.length++] = value;
  }

  done(): A {
    return this.cells.subarray(0, this.length) as A;
  }
}
