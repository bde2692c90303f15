#pragma once

#include <Eigen/Dense>

namespace perilune {

using Vector3 = Eigen::Vector3d;  // planar models use z = 0
using Matrix3 = Eigen::Matrix3d;
using VectorX = Eigen::VectorXd;
using MatrixX = Eigen::MatrixXd;

}  // namespace perilune
