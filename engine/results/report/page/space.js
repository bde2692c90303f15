// What pages of runs in space have in addition: see main.js.
import { SpatialStage } from "./spatial_stage.js";

globalThis.periluneInSpace = SpatialStage;
